package io.weir.benchmarks.alarming;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.topic.Topics;

/** Where an alarm is seen on its way, in the order in which it comes by. */
enum Stop {
    RAW("metrics.raw", new Topics("").raw(), false),
    ALARMING("metrics.alarming", new Topics("").alarming(), false),
    CONDITION("alarms.conditions", new Topics("").conditions(), false),
    CONDITION_COMMITTED("alarms.conditions, committed", new Topics("").conditions(), true),
    EVENT("alarms.events", new Topics("").events(), false),
    EVENT_COMMITTED("alarms.events, committed", new Topics("").events(), true);

    final String title;
    final String topic;
    final boolean isCommitted;

    Stop(String title, String topic, boolean isCommitted) {
        this.title = title;
        this.topic = topic;
        this.isCommitted = isCommitted;
    }

    /** What a record about a probe begins with, or its line. */
    byte[] probe() {
        return (isOfLines() ? "probe,n=" : "\"id\":\"probe/").getBytes(US_ASCII);
    }

    /** What stands before its value there. */
    byte[] value() {
        return (isOfLines() ? " value=" : "\"value\":").getBytes(US_ASCII);
    }

    private boolean isOfLines() {
        return this == RAW || this == ALARMING;
    }
}
