package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.alarm.Comment;
import io.weir.contract.alarm.Outcome;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Operators' comments, through the production topology. */
class CommentsTest {
    private final TopologyRig rig = new TopologyRig(CommandsTest.RULES);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aCommentKeepsTheStateAndItsOperator() {
        raise();
        rig.say(2_000, "ACKNOWLEDGE", "'alarm':'hot/TPC/a','reason':'on it'");
        rig.events();
        comment(3_000, "otto", "hot/TPC/a#2");

        AlarmEvent event = only(rig.events());
        assertThat(event.transition()).isEqualTo("hot/TPC/a#3");
        assertThat(event.comment()).isEqualTo(new Comment("otto", "the new fan arrives at noon"));
        assertThat(event.from()).isEqualTo(AlarmState.ACKNOWLEDGED);
        assertThat(event.to()).isEqualTo(AlarmState.ACKNOWLEDGED);
        assertThat(event.user()).isEqualTo("anna");
        assertThat(event.reason()).isEqualTo("on it");
        assertThat(event.since()).isEqualTo(Instant.ofEpochMilli(2_000));
        assertThat(event.eventTime()).isEqualTo(Instant.ofEpochMilli(3_000));
        rig.say(4_000, "UNACKNOWLEDGE", "'alarm':'hot/TPC/a','transition':'hot/TPC/a#2'");
        assertThat(only(rig.events()).comment()).isNull();
        assertThat(rig.replies()).extracting(CommandReply::outcome).containsOnly(Outcome.DONE);
    }

    @Test
    void aCommentIsValidForEarlierTransitionsOfARaisedAlarmOnly() {
        raise();
        rig.say(2_000, "ACKNOWLEDGE", "'alarm':'hot/TPC/a'");
        comment(3_000, "otto", "hot/TPC/a#1");
        comment(4_000, "anna", "hot/TPC/a#9");
        rig.batch(5_000, "temp,det=TPC,host=a c=20 5000000000");
        comment(6_000, "emma", "hot/TPC/a#3");

        assertThat(rig.replies())
                .extracting(reply -> reply.outcome() + " " + reply.reason())
                .containsExactly(
                        "DONE null",
                        "DONE null",
                        "OUT_OF_ORDER transition: hot/TPC/a#9 does not exist; the last one is #3",
                        "NOT_POSSIBLE hot/TPC/a is NORMAL since 1970-01-01T00:00:05Z: COMMENT is not possible");
    }

    /** Operators cannot know a comment that others write meanwhile, and their clocks differ. */
    @Test
    void aCommandWithoutATransitionIsValidAfterALaterComment() {
        raise();
        commentBelow(2_000, 30_000);
        rig.say(3_000, "ACKNOWLEDGE", "'subtree':'hot'");

        assertThat(rig.events()).extracting(AlarmEvent::to).last().isEqualTo(AlarmState.ACKNOWLEDGED);
        assertThat(rig.replies()).extracting(CommandReply::reason).containsOnlyNulls();
    }

    @Test
    void aCommentWithoutATransitionIsValidAfterALaterCommand() {
        raise();
        rig.say(5_000, "ACKNOWLEDGE", "'alarm':'hot/TPC/a'");
        rig.events();
        commentBelow(6_000, 4_000);

        assertThat(only(rig.events()).comment()).isEqualTo(new Comment("otto", "the new fan arrives at noon"));
    }

    private void raise() {
        rig.batch(1_000, "temp,det=TPC,host=a c=90 1");
        rig.events();
    }

    /** The id of the command is the name of its user. */
    private void comment(long millis, String user, String transition) {
        String rest = "'alarm':'hot/TPC/a','reason':'the new fan arrives at noon','transition':'" + transition + "'";
        rig.command(millis, TopologyRig.commandJson(user, user, millis, "COMMENT", rest));
    }

    /** @param sent by the clock of the operator */
    private void commentBelow(long millis, long sent) {
        String rest = "'subtree':'hot','reason':'the new fan arrives at noon'";
        rig.command(millis, TopologyRig.commandJson("below", "otto", sent, "COMMENT", rest));
    }

    private static <T> T only(List<T> all) {
        assertThat(all).hasSize(1);
        return all.get(0);
    }
}
