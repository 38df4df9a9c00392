# Makes groups of targets, for the key file-sd of scrape, of the pods with the annotation prometheus.io/scrape: "true":
#
#   kubectl get pods --all-namespaces -o json | jq -f kubernetes-pods.jq
[
  .items[]
  | .metadata.annotations as $about
  | select($about["prometheus.io/scrape"] == "true" and .status.phase == "Running" and .status.podIP != null)
  | (if .status.podIP | contains(":") then "[\(.status.podIP)]" else .status.podIP end) as $ip
  | ($about["prometheus.io/port"] // ([.spec.containers[].ports[]?.containerPort] | first)) as $port
  | select($port != null)
  | {
      targets: ["\($ip):\($port)"],
      labels: {
        namespace: .metadata.namespace,
        pod: .metadata.name,
        node: (.spec.nodeName // ""),
        __scheme__: ($about["prometheus.io/scheme"] // "http"),
        __metrics_path__: ($about["prometheus.io/path"] // "/metrics")
      }
    }
]
