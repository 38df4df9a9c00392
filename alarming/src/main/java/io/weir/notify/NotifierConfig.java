package io.weir.notify;

import io.weir.contract.config.YamlSection;
import io.weir.notify.alertmanager.AlertmanagerConfig;
import io.weir.notify.webhook.WebhookConfig;

/** User settings of notifications: the receivers of alarms. */
public record NotifierConfig(AlertmanagerConfig alertmanager, WebhookConfig webhook) {

    /** Reads the section {@code notifier}; the section collects the mistakes. */
    public static NotifierConfig read(YamlSection in) {
        return new NotifierConfig(
                AlertmanagerConfig.read(in.section("alertmanager")), WebhookConfig.read(in.section("webhook")));
    }

    /** Returns whether any receiver is configured. */
    public boolean isOn() {
        return alertmanager.isOn() || webhook.isOn();
    }
}
