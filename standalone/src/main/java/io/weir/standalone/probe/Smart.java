package io.weir.standalone.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;

/**
 * The health of disks by {@code smartctl} of smartmontools 7.0 or later. Does not wake sleeping
 * disks.
 */
final class Smart implements Collector {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Attributes of ATA disks that show a failing disk or cable, by number. */
    private static final Map<Integer, String> ATTRIBUTES = Map.of(
            5, "reallocated_sectors",
            187, "reported_uncorrect",
            197, "pending_sectors",
            198, "uncorrectable_sectors",
            199, "crc_errors");

    private final Tool smartctl;

    Smart(Tool smartctl) {
        this.smartctl = smartctl;
    }

    @Override
    public void collect(ProbeLines to) {
        for (JsonNode device : ask(List.of("--json", "--scan")).path("devices")) {
            String name = device.path("name").asText();
            if (!name.isEmpty()) {
                write(
                        name,
                        ask(List.of(
                                "--json",
                                "-n",
                                "standby",
                                "-i",
                                "-H",
                                "-A",
                                "-d",
                                device.path("type").asText("auto"),
                                name)),
                        to);
            }
        }
    }

    private JsonNode ask(List<String> arguments) {
        // An absent program prints nothing, which has no members.
        return parse(smartctl.output(arguments).orElse("{}"));
    }

    static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("smartctl prints no JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Writes nothing of a disk that sleeps or cannot be read. */
    static void write(String name, JsonNode disk, ProbeLines to) {
        JsonNode nvme = disk.path("nvme_smart_health_information_log");
        JsonNode passed = disk.path("smart_status").path("passed");
        ProbeLine line = to.line("smart_device")
                .tag("device", name.substring(name.lastIndexOf('/') + 1))
                .tag(
                        "model",
                        disk.path("model_name")
                                .asText(disk.path("scsi_model_name").asText()))
                .tag("serial_no", disk.path("serial_number").asText())
                .integer("health_ok", passed.isBoolean() ? (passed.asBoolean() ? 1 : 0) : -1)
                .integer("temp_c", number(disk.path("temperature").path("current")))
                .integer("power_on_hours", number(disk.path("power_on_time").path("hours")))
                .counter("power_cycle_count", number(disk.path("power_cycle_count")))
                .integer("critical_warning", number(nvme.path("critical_warning")))
                .integer("percentage_used", number(nvme.path("percentage_used")))
                .integer("available_spare", number(nvme.path("available_spare")))
                .counter("media_errors", number(nvme.path("media_errors")))
                .integer("grown_defects", number(disk.path("scsi_grown_defect_list")));
        for (JsonNode attribute : disk.path("ata_smart_attributes").path("table")) {
            String field = ATTRIBUTES.get(attribute.path("id").asInt());
            if (field != null) {
                line.integer(field, number(attribute.path("raw").path("value")));
            }
        }
        line.end();
    }

    private static long number(JsonNode value) {
        return value.canConvertToLong() ? value.asLong() : -1;
    }
}
