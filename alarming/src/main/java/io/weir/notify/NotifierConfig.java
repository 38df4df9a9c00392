package io.weir.notify;

import io.weir.contract.yaml.YamlSection;
import io.weir.notify.alertmanager.AlertmanagerConfig;
import io.weir.notify.webhook.WebhookConfig;

/** What a user may say of notifications: who is told of alarms. */
public record NotifierConfig(AlertmanagerConfig alertmanager, WebhookConfig webhook) {

    /** Reads the section {@code notifier}; its mistakes are collected there. */
    public static NotifierConfig read(YamlSection in) {
        return new NotifierConfig(
                AlertmanagerConfig.read(in.section("alertmanager")), WebhookConfig.read(in.section("webhook")));
    }

    /** Is anybody to be told? */
    public boolean isOn() {
        return alertmanager.isOn() || webhook.isOn();
    }
}
