package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.weir.contract.topic.Unreliability;
import java.time.Instant;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The log time of one partition, which the first stage of alarming sends to the second about once a
 * second.
 *
 * @param ruleVersion the rules that are active in the partition
 * @param unreliable the gateways that were unreliable since the previous record, and why; absent in
 *     the JSON if there are none; its former spelling {@code deaf} is read, too
 * @param full true if there is no memory for new series; otherwise null, and absent in the JSON
 */
@JsonPropertyOrder({"partition", "time", "ruleVersion", "unreliable", "full"})
public record PartitionTime(
        int partition,
        Instant time,
        String ruleVersion,

        @JsonAlias("deaf") @JsonInclude(JsonInclude.Include.NON_EMPTY)
        SortedMap<String, Unreliability> unreliable,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean full) {

    /** Refuses a record without a mandatory field; null gateways mean none is unreliable. */
    public PartitionTime(
            int partition,
            Instant time,
            String ruleVersion,
            @Nullable SortedMap<String, Unreliability> unreliable,
            @Nullable Boolean full) {
        this.partition = partition;
        this.time = Objects.requireNonNull(time, "time");
        this.ruleVersion = Objects.requireNonNull(ruleVersion, "ruleVersion");
        this.full = full;
        this.unreliable =
                unreliable == null ? Collections.emptySortedMap() : Collections.unmodifiableSortedMap(unreliable);
    }
}
