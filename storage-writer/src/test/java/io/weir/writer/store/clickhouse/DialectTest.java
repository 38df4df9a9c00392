package io.weir.writer.store.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.FieldType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DialectTest {
    @ParameterizedTest
    @CsvSource({
        "18.16.1,          String,                 Nullable(UInt8)",
        "19.17.2.4,        String,                 Nullable(UInt8)",
        "20.1.2.4,         LowCardinality(String), Nullable(UInt8) CODEC(ZSTD)",
        "21.11.1.1,        LowCardinality(String), Nullable(UInt8) CODEC(ZSTD)",
        "21.12.1.1,        LowCardinality(String), Nullable(Bool) CODEC(ZSTD)",
        "26.9.2.1-testing, LowCardinality(String), Nullable(Bool) CODEC(ZSTD)",
    })
    void typesFitTheVersion(String version, String tag, String bool) {
        Dialect dialect = Dialect.of(version).orElseThrow();
        assertThat(dialect.tagType()).isEqualTo(tag);
        assertThat(dialect.fieldType(FieldType.BOOLEAN)).isEqualTo(bool);
        assertThat(dialect.settings().isEmpty()).isEqualTo(!bool.contains("Bool"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "26", "v1.93.0", "99999.1.1", "x.1.2"})
    void otherTextsAreNoVersions(String text) {
        assertThat(Dialect.of(text)).isEmpty();
    }
}
