package io.weir.contract.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.weir.contract.line.FieldType;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnNameTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    /** The parts of names that resemble each other. */
    private static final String[] PARTS = {
        "a",
        "A",
        "v",
        "V",
        "_c",
        "_C",
        "0",
        "1",
        "f",
        "_float",
        "_Float",
        "_integer",
        "_string",
        "time",
        "file_index",
        "File_row_number",
        "Time",
        "day",
        "hour",
        "%",
        "%c3",
        "%C3",
        "ä",
        "Ä",
        "K",
        "\u212a",
        "İ",
        "i",
        "ß",
        "host",
        "Host"
    };

    @Test
    void namesFollowTheRule() {
        assertThat(ColumnName.ofTag("host")).isEqualTo("host");
        assertThat(ColumnName.ofTag("Host")).isEqualTo("Host_c1");
        assertThat(ColumnName.ofTag("hostName")).isEqualTo("hostName_c01");
        assertThat(ColumnName.ofTag("EPN")).isEqualTo("EPN_c7");
        assertThat(ColumnName.ofTag("day")).isEqualTo("day_c0");
        assertThat(ColumnName.ofTag("v_float")).isEqualTo("v_float_c0");
        assertThat(ColumnName.ofTag("host_c1")).isEqualTo("host_c1_c0");
        assertThat(ColumnName.ofTag("Ä%")).isEqualTo("%c3%84%25");
        assertThat(ColumnName.ofField("v", FieldType.FLOAT)).isEqualTo("v_float");
        assertThat(ColumnName.ofField("v", FieldType.STRING)).isEqualTo("v_string");
        assertThat(ColumnName.ofField("v_float", FieldType.INTEGER)).isEqualTo("v_float_integer");
        assertThat(ColumnName.ofField("Value", FieldType.UNSIGNED)).isEqualTo("Value_c1_unsigned");
        assertThat(ColumnName.ofField("time", FieldType.BOOLEAN)).isEqualTo("time_boolean");
    }

    @Test
    void differentColumnsNeverShareAName() {
        Random random = new Random(SEED);
        Map<String, String> meanings = new HashMap<>();
        for (String reserved : new String[] {"time", "measurement", "day", "hour", "file_index", "file_row_number"}) {
            meanings.put(reserved, reserved);
        }
        for (int i = 0; i < 10_000; i++) {
            String name = name(random);
            put(meanings, ColumnName.ofTag(name), "tag " + name);
            for (FieldType type : FieldType.values()) {
                put(meanings, ColumnName.ofField(name, type), type + " field " + name);
            }
        }
    }

    @Test
    void namesAreReadBack() {
        Random random = new Random(SEED);
        for (int i = 0; i < 10_000; i++) {
            String name = name(random);
            assertThat(ColumnName.parse(ColumnName.ofTag(name)))
                    .as("seed %d", SEED)
                    .isEqualTo(new ColumnName(name, Optional.empty()));
            for (FieldType type : FieldType.values()) {
                assertThat(ColumnName.parse(ColumnName.ofField(name, type)))
                        .as("seed %d", SEED)
                        .isEqualTo(new ColumnName(name, Optional.of(type)));
            }
        }
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int parts = 1 + random.nextInt(4); parts > 0; parts--) {
            name.append(PARTS[random.nextInt(PARTS.length)]);
        }
        return name.toString();
    }

    private static void put(Map<String, String> meanings, String column, String meaning) {
        String other = meanings.put(column.toLowerCase(Locale.ROOT), meaning);
        if (other != null && !other.equals(meaning)) {
            fail("seed %d: column %s is %s and %s".formatted(SEED, column, other, meaning));
        }
    }
}
