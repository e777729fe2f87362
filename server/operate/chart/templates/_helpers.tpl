{{- define "labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}-service
{{- end }}

{{- define "image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ required "image.tag or image.digest is required" .tag }}{{ end }}
{{- end }}
{{- end }}

{{/* A container of the service; what it runs stands behind it. `databaseKey` is the key that has its DATABASE_URL. */}}
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
  # The service makes it for itself alone; the folder above belongs to the group of the volume.
  - name: DATA_DIR
    value: /data/service
  - name: SHUTDOWN_TIMEOUT_SECONDS
    value: {{ .Values.shutdownTimeoutSeconds | quote }}
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
  {{- $isAsked := dict "FILES_SECRET_ACCESS_KEY" $.Values.settings.FILES_URL }}
  {{- range list "DATABASE_URL" "FILES_SECRET_ACCESS_KEY" "DATA_KEYS" "OIDC_CLIENT_SECRET" }}
  {{- if or (not (hasKey $isAsked .)) (get $isAsked .) }}
  - name: {{ . }}
    valueFrom:
      secretKeyRef:
        name: {{ required "secretName is required" $.Values.secretName }}
        key: {{ ternary $.databaseKey . (eq . "DATABASE_URL") }}
  {{- end }}
  {{- end }}
volumeMounts:
  - name: files
    mountPath: /data
{{- end }}
