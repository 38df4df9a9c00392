package io.weir.gateway.zabbix;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.state.SeriesTable;
import io.weir.gateway.intake.spelling.ByteText;
import io.weir.gateway.json.JsonText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The items that active agents measure. The number of an item is a hash of its key, so that an agent's
 * buffered values stay readable when the list changes. Belongs to one thread.
 */
final class ActiveChecks {
    /** Numbers that every reader of JSON holds exactly. */
    private static final long MOST_ID = (1L << 53) - 1;

    private final List<ActiveCheck> checks;
    /** The key of each item, by the digits of its number. */
    private final SeriesTable<byte[]> keys = new SeriesTable<>();

    ActiveChecks(List<ActiveCheck> checks) {
        this.checks = List.copyOf(checks);
        for (ActiveCheck check : checks) {
            byte[] id = Long.toString(id(check.key())).getBytes(UTF_8);
            if (keys.find(id) < 0) {
                keys.add(id, SeriesHash.of(id, 0, id.length), check.key().getBytes(UTF_8));
            }
        }
    }

    /** Appends the key of an item. Returns whether it is known. */
    boolean appendKey(ByteText id, ByteText to) {
        int slot = keys.find(id.bytes(), 0, id.length(), SeriesHash.of(id.bytes(), 0, id.length()));
        if (slot < 0) {
            return false;
        }
        byte[] key = keys.value(slot);
        to.append(key, 0, key.length);
        return true;
    }

    /** The answer to an agent: the items of its host. Of a repeated key, the first one counts. */
    byte[] json(String host) {
        Set<String> seen = new HashSet<>();
        return JsonText.object(json -> {
            json.writeStringField("response", "success");
            json.writeArrayFieldStart("data");
            for (ActiveCheck check : checks) {
                if (check.host().matches(host) && seen.add(check.key())) {
                    json.writeStartObject();
                    json.writeStringField("key", check.key());
                    json.writeNumberField("itemid", id(check.key()));
                    // Agents before 6.4 read the digits only.
                    json.writeStringField("delay", check.delay().toSeconds() + "s");
                    json.writeNumberField("lastlogsize", 0);
                    json.writeNumberField("mtime", 0);
                    json.writeEndObject();
                }
            }
            json.writeEndArray();
        });
    }

    static long id(String key) {
        byte[] bytes = key.getBytes(UTF_8);
        return SeriesHash.of(bytes, 0, bytes.length) & MOST_ID;
    }
}
