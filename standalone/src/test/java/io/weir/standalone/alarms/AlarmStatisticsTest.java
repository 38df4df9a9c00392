package io.weir.standalone.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class AlarmStatisticsTest {

    private static final String EVENT = """
            {"id":"%s","transition":"%s#1","rule":"r","ruleVersion":"v",%s"severity":"MAJOR","message":"m","guidance":"",\
            "tags":{},"eventTime":"2026-11-20T10:00:00Z","decisionTime":"2026-11-20T10:%02d:00Z"%s}""";

    @Test
    void summarizesADayOfTransitions() {
        AlarmStatistics statistics = new AlarmStatistics();
        for (int alarm = 0; alarm < 12; alarm++) {
            statistics.take(raised("a" + alarm, alarm % 5, ""));
        }
        statistics.take(raised("flips", 30, ",\"chattering\":true,\"flips\":3,\"swing\":{\"low\":50,\"high\":51}"));
        statistics.take(raised("flips", 31, ",\"flips\":200,\"swing\":{\"low\":48,\"high\":51}"));
        statistics.take(raised("flips", 32, ",\"chattering\":true,\"flips\":3,\"swing\":{\"low\":50,\"high\":52.5}"));
        statistics.take(raised("states", 33, ",\"flips\":7"));
        statistics.take("no event".getBytes(UTF_8));
        AlarmBoard board = new AlarmBoard();
        board.take(new ConsumerRecord<>("alarms.state", 0, 0, "a1".getBytes(UTF_8), state("a1")));
        StringWriter shown = new StringWriter();

        AlarmReport report = statistics.report(board, Instant.parse("2026-11-21T10:40:00Z"));
        report.print(new PrintWriter(shown, true));

        assertThat(shown.toString()).isEqualTo("""
                rate        0 calls in the last ten minutes; at most 12 in any ten minutes of the last day
                flood       no; 1 began in the last day
                standing    1; 1 of them in their state for more than a day
                chattering  0
                  raised 203 times in the last day, between 48 and 52.5: a deadband of more than 4.5 prevents this: flips
                  raised 7 times in the last day: states
                """);
        assertThat(report.json())
                .isEqualTo("{\"calls\":0,\"highestCalls\":12,\"flood\":false,\"floods\":1,\"standing\":1,\"stale\":1,"
                        + "\"chattering\":0,\"chattered\":["
                        + "{\"id\":\"flips\",\"raised\":203,\"swing\":{\"low\":48.0,\"high\":52.5}},"
                        + "{\"id\":\"states\",\"raised\":7}]}");
    }

    private static byte[] raised(String id, int minute, String more) {
        return EVENT.formatted(id, id, "\"from\":\"NORMAL\",\"to\":\"UNACKNOWLEDGED\",", minute, more)
                .getBytes(UTF_8);
    }

    private static byte[] state(String id) {
        return EVENT.formatted(id, id, "\"to\":\"UNACKNOWLEDGED\",", 0, "").getBytes(UTF_8);
    }
}
