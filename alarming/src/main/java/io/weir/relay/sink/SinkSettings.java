package io.weir.relay.sink;

import io.weir.contract.rule.alarm.MessageTemplate;
import io.weir.contract.service.KafkaSettings;

/** The settings of a destination. */
public interface SinkSettings {

    /** The template of each message's route. */
    MessageTemplate route();

    /**
     * Opens the sink without connecting.
     *
     * @param name the name of the sink in the settings
     * @param own Weir's Kafka
     */
    Sink open(String name, KafkaSettings own);

    /** Returns the destination for display, without secrets. */
    String shown();
}
