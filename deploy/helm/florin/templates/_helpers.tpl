{{- define "florin.fullname" -}}
{{- if contains "florin" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-florin" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "florin.selector" -}}
app.kubernetes.io/name: florin
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "florin.labels" -}}
{{ include "florin.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "florin.image" -}}
{{- $image := .Values.image -}}
{{- $repository := required "image.repository: the repository that the image of the release was copied to" $image.repository -}}
{{- if $image.digest }}{{ printf "%s@%s" $repository $image.digest }}{{ else }}{{ printf "%s:%s" $repository ($image.tag | default .Chart.AppVersion) }}{{ end }}
{{- end }}

{{/* Variable: key of the Secret, of all processes and of this one. */}}
{{- define "florin.secretKeys" -}}
{{- merge (dict) (.options.secretKeys | default dict) .root.Values.secrets.keys | toYaml }}
{{- end }}

{{/* The arguments: root, role, options (the role's values) and args (after the role's name). */}}
{{- define "florin.pod" -}}
{{- $values := .root.Values -}}
{{- $keys := include "florin.secretKeys" . | fromYaml -}}
automountServiceAccountToken: false
{{- with $values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
# Otherwise a Service called florin would set FLORIN_PORT.
enableServiceLinks: false
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  # The files of the Secret belong to root and to this group.
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
containers:
  - name: {{ .role }}
    image: {{ include "florin.image" .root | quote }}
    imagePullPolicy: {{ $values.image.pullPolicy }}
    args: {{ prepend (.args | default list) .role | toJson }}
    securityContext:
      readOnlyRootFilesystem: true
      allowPrivilegeEscalation: false
      capabilities: { drop: [ALL] }
    env:
      - { name: FLORIN_ENVIRONMENT, value: {{ $values.environment }} }
      - { name: FLORIN_PUBLIC_URL, value: {{ required "publicUrl: where callers and shoppers reach the API" $values.publicUrl | quote }} }
      - { name: FLORIN_TRUST_PROXY, value: {{ $values.trustProxy | quote }} }
      {{- range $name, $key := $keys }}
      - { name: {{ $name }}_FILE, value: /run/secrets/florin/{{ $key }} }
      {{- end }}
      {{- if $values.files.claim }}
      - { name: FLORIN_FILES_DIR, value: /var/lib/florin }
      {{- else if $values.files.bucket }}
      - { name: FLORIN_S3_BUCKET, value: {{ $values.files.bucket | quote }} }
      {{- else if eq $values.environment "production" }}
      {{- fail "files.bucket or files.claim: uploaded files must not be lost" }}
      {{- end }}
      {{- if eq .role "api" }}
      - { name: FLORIN_DRAIN_MS, value: {{ mul .options.drainSeconds 1000 | quote }} }
      {{- end }}
      {{- range $name, $value := $values.env }}
      - { name: {{ $name }}, value: {{ $value | quote }} }
      {{- end }}
    {{- if eq .role "api" }}
    ports:
      - { name: http, containerPort: 8080 }
      - { name: metrics, containerPort: 9090 }
    {{- else if eq .role "worker" }}
    ports:
      - { name: metrics, containerPort: 9091 }
    {{- end }}
    {{- with .port }}
    # The process serves its health checks before the database is there; a restart would not bring it back.
    startupProbe:
      httpGet: { path: /health/live, port: {{ . }} }
      periodSeconds: 2
      failureThreshold: 30
    # A process that hangs is not live at once, and kills itself after FLORIN_STALL_SECONDS.
    livenessProbe:
      httpGet: { path: /health/live, port: {{ . }} }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 3
    # The database has two seconds to answer.
    readinessProbe:
      httpGet: { path: /health/ready, port: {{ . }} }
      periodSeconds: 5
      timeoutSeconds: 4
      failureThreshold: 2
    {{- end }}
    resources: {{- toYaml .options.resources | nindent 6 }}
    volumeMounts:
      - { name: secrets, mountPath: /run/secrets/florin, readOnly: true }
      # Uploads are spooled here.
      - { name: tmp, mountPath: /tmp }
      {{- if $values.files.claim }}
      - { name: files, mountPath: /var/lib/florin }
      {{- end }}
      {{- with $values.extraVolumeMounts }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
volumes:
  - name: secrets
    secret:
      secretName: {{ required "secrets.name: a Secret that exists" $values.secrets.name }}
      defaultMode: 288 # 0440
      items:
        {{- range $key := values $keys | uniq | sortAlpha }}
        - { key: {{ $key }}, path: {{ $key }} }
        {{- end }}
  - name: tmp
    emptyDir: { sizeLimit: 1Gi }
  {{- if $values.files.claim }}
  - name: files
    persistentVolumeClaim: { claimName: {{ $values.files.claim }} }
  {{- end }}
  {{- with $values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* Replicas on different nodes and in different zones, where there are any. */}}
{{- define "florin.spread" -}}
topologySpreadConstraints:
  {{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "florin.selector" $ | nindent 8 }}
  {{- end }}
{{- end }}

{{/* DNS, private addresses by rule, and every public address. */}}
{{- define "florin.egress" -}}
egress:
  - ports:
      - { port: 53, protocol: UDP }
      - { port: 53, protocol: TCP }
  {{- with .root.Values.networkPolicy.egress }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- if .reaches_public }}
  - to:
      - ipBlock:
          cidr: 0.0.0.0/0
          except: {{- toYaml .root.Values.networkPolicy.privateRanges.v4 | nindent 12 }}
      - ipBlock:
          cidr: ::/0
          except: {{- toYaml .root.Values.networkPolicy.privateRanges.v6 | nindent 12 }}
  {{- end }}
{{- end }}
