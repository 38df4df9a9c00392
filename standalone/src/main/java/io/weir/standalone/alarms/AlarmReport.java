package io.weir.standalone.alarms;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.alarm.Swing;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The alarm statistics of a day. Its components are the keys of its JSON.
 *
 * @param calls calls of operators in the last ten minutes
 * @param highestCalls the most calls in any ten minutes of the day
 * @param floods how many floods began in the day
 * @param standing alarms that are raised and not hidden
 * @param stale those of them that are in their state for more than a day
 * @param chattering those of them that chatter
 * @param chattered the alarms that chattered most in the day, worst first
 */
record AlarmReport(
        long calls,
        long highestCalls,
        boolean flood,
        long floods,
        long standing,
        long stale,
        long chattering,
        List<Chattered> chattered) {

    /**
     * An alarm that chattered.
     *
     * @param raised how often it was raised in episodes of chattering
     * @param swing the range of its values then; null without numbers
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Chattered(String id, long raised, @Nullable Swing swing) {

        private String text() {
            return "  raised " + raised + " times in the last day" + swingText() + ": " + AlarmLine.text(id);
        }

        /** A clear value at this distance from the threshold would have prevented the chattering. */
        private String swingText() {
            return swing == null
                    ? ""
                    : ", between %s and %s: a deadband of more than %s prevents this"
                            .formatted(
                                    AlarmLine.value(swing.low()),
                                    AlarmLine.value(swing.high()),
                                    AlarmLine.value(swing.high() - swing.low()));
        }
    }

    void print(PrintWriter out) {
        out.printf(
                "rate        %d calls in the last ten minutes; at most %d in any ten minutes of the last day%n",
                calls, highestCalls);
        out.printf("flood       %s; %d began in the last day%n", flood ? "yes" : "no", floods);
        out.printf("standing    %d; %d of them in their state for more than a day%n", standing, stale);
        out.printf("chattering  %d%n", chattering);
        chattered.forEach(alarm -> out.println(alarm.text()));
        out.flush();
    }

    String json() {
        try {
            return new ObjectMapper().writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("statistics always have a JSON form", e);
        }
    }
}
