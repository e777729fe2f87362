# Runs the given scripts in sequence, and prints the last request of each script and the status of its response. Sources
# the scripts, so that they call the `curl` function below.
set -u
for file in "$@"; do
  sample=$(basename "$file" .sh)
  curl() {
    command curl --silent --show-error --output /dev/null \
      --write-out "{\"sample\":\"$sample\",\"method\":\"%{method}\",\"url\":\"%{url_effective}\",\"status\":\"%{http_code}\"}\\n" "$@"
  }
  # shellcheck disable=SC1090
  (. "$file")
done
