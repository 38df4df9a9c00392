package io.weir.gateway.poll;

import io.weir.contract.config.YamlSection;
import io.weir.contract.service.KafkaSettings;
import io.weir.gateway.kafka.PartitionShare;
import java.util.Optional;

/**
 * How gateways divide targets among them.
 *
 * @param isShared otherwise each gateway polls all targets
 * @param group consumer group of the gateways; empty for one named after the input
 */
public record ShareKeys(boolean isShared, Optional<String> group) {

    /** Reads {@code shared} and {@code group}. */
    public static ShareKeys read(YamlSection section) {
        boolean isShared = section.flag(
                        "shared", "whether gateways in the same group divide the targets among them; else each has all")
                .or(true);
        Optional<String> group = section.text("group", "consumer group of the gateways; otherwise weir-gateway-NAME")
                .optional();
        if (!isShared && group.isPresent()) {
            section.refuse("group", "has no effect without sharing", "set shared: true, or remove it");
        }
        return new ShareKeys(isShared, group);
    }

    /** Joins the other gateways, if they share. */
    public Share join(String input, KafkaSettings kafka) {
        if (!isShared) {
            return Share.ALL;
        }
        String name = group.orElse(kafka.topics().prefix() + "weir-gateway-" + input);
        return new GroupShare(PartitionShare.join(input, name, kafka));
    }

    /** The part of the targets whose partitions this gateway has. */
    private record GroupShare(PartitionShare parts) implements Share {
        @Override
        public boolean hasTarget(long hash) {
            return parts.has(hash);
        }

        @Override
        public void close() {
            parts.close();
        }

        @Override
        public String toString() {
            return parts.toString();
        }
    }
}
