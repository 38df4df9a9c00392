package io.weir.standalone.probe.out;

import static io.weir.standalone.probe.out.Points.counter;
import static io.weir.standalone.probe.out.Points.gauge;
import static io.weir.standalone.probe.out.Points.point;
import static io.weir.standalone.probe.out.Points.round;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OtlpRequestsTest {
    private static final Map<String, String> ETH0 = Map.of("hostname", "h", "interface", "eth0");

    private final OtlpRequests requests = new OtlpRequests();

    @Test
    void fieldsAreGaugesAndCountersSumsSinceTheStart() throws TextFormat.ParseException {
        ExportMetricsServiceRequest request = requests.request(round(
                point("net", ETH0, 7_000, counter("bytes_recv", 5)),
                point("net", Map.of("hostname", "h", "interface", "eth1"), 7_000, counter("bytes_recv", 6)),
                point("mem", Map.of("hostname", "h"), 7_000, gauge("total", 8L), gauge("used_percent", 12.5))));

        assertThat(request).isEqualTo(TextFormat.parse("""
                resource_metrics {
                  resource {
                    attributes { key: "service.name" value { string_value: "weir-probe" } }
                    attributes { key: "host.name" value { string_value: "h" } }
                  }
                  scope_metrics {
                    scope { name: "weir-probe" }
                    metrics {
                      name: "net.bytes_recv"
                      sum {
                        aggregation_temporality: AGGREGATION_TEMPORALITY_CUMULATIVE
                        is_monotonic: true
                        data_points {
                          attributes { key: "hostname" value { string_value: "h" } }
                          attributes { key: "interface" value { string_value: "eth0" } }
                          start_time_unix_nano: 1000 time_unix_nano: 7000 as_int: 5
                        }
                        data_points {
                          attributes { key: "hostname" value { string_value: "h" } }
                          attributes { key: "interface" value { string_value: "eth1" } }
                          start_time_unix_nano: 1000 time_unix_nano: 7000 as_int: 6
                        }
                      }
                    }
                    metrics {
                      name: "mem.total"
                      gauge {
                        data_points {
                          attributes { key: "hostname" value { string_value: "h" } }
                          time_unix_nano: 7000 as_int: 8
                        }
                      }
                    }
                    metrics {
                      name: "mem.used_percent"
                      gauge {
                        data_points {
                          attributes { key: "hostname" value { string_value: "h" } }
                          time_unix_nano: 7000 as_double: 12.5
                        }
                      }
                    }
                  }
                }""", ExportMetricsServiceRequest.class));
    }

    /** An interface that is created again counts from 0. */
    @Test
    void aCounterThatDecreasesStartsAtItsPreviousValue() {
        assertThat(List.of(start(7_000, 5), start(8_000, 9), start(9_000, 2), start(10_000, 4)))
                .containsExactly(Points.BOOT, Points.BOOT, 8_000L, 8_000L);
    }

    @Test
    void countersOfSubjectsThatAreGoneAreForgotten() {
        CounterStarts starts = new CounterStarts();
        for (int i = 0; i < 1_000; i++) {
            Value value = counter("bytes_recv", i);
            starts.startNanos(point("net", Map.of("interface", "veth" + i), 7_000 + i, value), value);
            starts.startNanos(point("net", ETH0, 7_000 + i, value), value);
            starts.endRound();
        }

        assertThat(starts.size()).isBetween(250, 520);
    }

    private long start(long timestampNanos, long bytes) {
        Metric metric = requests.request(round(point("net", ETH0, timestampNanos, counter("bytes_recv", bytes))))
                .getResourceMetrics(0)
                .getScopeMetrics(0)
                .getMetrics(0);
        NumberDataPoint only = metric.getSum().getDataPoints(0);
        return only.getStartTimeUnixNano();
    }
}
