package io.weir.standalone.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Operation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class AlarmChoiceTest {
    private final AlarmBoard board = new AlarmBoard();

    AlarmChoiceTest() {
        take("cpu/TPC/flp1", 3, AlarmState.UNACKNOWLEDGED);
        take("cpu/TPC/flp2", 5, AlarmState.ACKNOWLEDGED);
        take("cpu/TPC/flp3", 7, AlarmState.RETURNED);
        take("cpu/ITS/flp4", 9, AlarmState.UNACKNOWLEDGED);
    }

    @Test
    void aGlobSelectsThoseWhoseStatePermitsTheCommandWithTheTransitionThatIsKnown() {
        assertThat(of(Operation.ACKNOWLEDGE, "cpu/TPC/*"))
                .isEqualTo(Map.of(
                        "cpu/TPC/flp1", Optional.of("cpu/TPC/flp1#3"), "cpu/TPC/flp3", Optional.of("cpu/TPC/flp3#7")));
        assertThat(of(Operation.UNACKNOWLEDGE, "*")).containsOnlyKeys("cpu/TPC/flp2");
    }

    @Test
    void idsAreTakenAsTheyAreAndOnce() {
        assertThat(AlarmChoice.of(List.of("b", "a", "b"), List.of("disk/?"), Operation.SHELVE, () -> {
                    throw new AssertionError("no glob needs the board");
                }))
                .isEqualTo(Map.of("a", Optional.empty(), "b", Optional.empty(), "disk/?", Optional.empty()));
        assertThat(of(Operation.ACKNOWLEDGE, "cpu/TPC/flp1", "cpu/*/flp1"))
                .isEqualTo(Map.of("cpu/TPC/flp1", Optional.of("cpu/TPC/flp1#3")));
    }

    @Test
    void aGlobThatSelectsNothingIsAnError() {
        assertThatThrownBy(() -> of(Operation.ACKNOWLEDGE, "disk/*"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no alarm matches disk/*");
        assertThatThrownBy(() -> of(Operation.UNSHELVE, "cpu/ITS/*"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the state of no alarm that matches cpu/ITS/* permits the command: 1 match, the first is"
                        + " UNACKNOWLEDGED");
    }

    private Map<String, Optional<String>> of(Operation operation, String... ids) {
        return AlarmChoice.of(List.of(ids), List.of(), operation, () -> board);
    }

    private void take(String id, int transition, AlarmState state) {
        String json = """
                {"id":"%1$s","transition":"%1$s#%2$d","rule":"cpu","ruleVersion":"1","to":"%3$s","severity":"MAJOR",
                "value":1.0,"threshold":0.0,"message":"","guidance":"","tags":{},
                "eventTime":"2026-11-21T20:30:54.708Z","decisionTime":"2026-11-21T20:30:54.708Z","user":null,
                "reason":null,"since":"2026-11-21T20:30:54.708Z","worst":"MAJOR","expiry":null,"command":null,
                "source":null}
                """.formatted(id, transition, state);
        board.take(new ConsumerRecord<>("alarms.state", 0, 0, id.getBytes(UTF_8), json.getBytes(UTF_8)));
    }
}
