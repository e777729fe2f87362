{{- define "selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "labels" -}}
{{ include "selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{- define "name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}-service
{{- end }}

{{- define "image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{/* Helm reads numbers as floating-point numbers, which it would print as 1e+06. */}}
{{- define "text" -}}
{{- if kindIs "float64" . }}{{ printf "%.0f" . }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{- define "podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
# By default, Kubernetes would open the folder of the service to the group at each start, and the service would reject it.
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* A container of the service. `databaseKey` is the key of the Secret for DATABASE_URL. */}}
{{- define "container" -}}
image: {{ include "image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities:
    drop: [ALL]
env:
  - name: NODE_ENV
    value: production
  - name: PORT
    value: '3000'
  # The service creates this folder with access for its own user only. The group of the volume owns /data.
  - name: DATA_DIR
    value: /data/service
  - name: SHUTDOWN_TIMEOUT_SECONDS
    value: {{ include "text" .Values.shutdownTimeoutSeconds | quote }}
  {{- $settings := .Values.settings }}
  {{- if .Values.metrics.enabled }}
  - name: METRICS_PORT
    value: {{ include "text" .Values.metrics.port | quote }}
  - name: METRICS_HOST
    value: 0.0.0.0
  {{- $settings = merge (dict "INSECURE" (list .Values.settings.INSECURE "metrics" | compact | join ",")) $settings }}
  {{- end }}
  {{- range $name, $value := $settings }}
  - name: {{ $name }}
    value: {{ include "text" $value | quote }}
  {{- end }}
  {{- range list "DATABASE_URL" "DATA_KEYS" "OIDC_CLIENT_SECRET" }}
  - name: {{ . }}
    valueFrom:
      secretKeyRef:
        name: {{ $.Values.secretName }}
        key: {{ ternary $.databaseKey . (eq . "DATABASE_URL") }}
  {{- end }}
  {{- range list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
  - name: {{ . }}
    valueFrom:
      secretKeyRef:
        name: {{ $.Values.secretName }}
        key: {{ . }}
        optional: true
  {{- end }}
{{- end }}
