package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.FieldType;
import io.weir.writer.store.StoreAbilities;
import io.weir.writer.store.StoreAbilities.Kept;
import io.weir.writer.store.StoreAbilities.Repeat;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import io.weir.writer.testing.Awaited;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of every store, tested against its real server: its declared abilities, and lines in
 * every situation. Each test has its own measurements.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreContract {
    /** A minute ago, in full seconds: stores may drop old lines. */
    static final long T = TimeUnit.SECONDS.toNanos(System.currentTimeMillis() / 1000 - 60);

    private static final Map<FieldType, String> VALUES = Map.of(
            FieldType.FLOAT, "1.5",
            FieldType.INTEGER, "-9007199254740993i",
            FieldType.UNSIGNED, "3u",
            FieldType.BOOLEAN, "true",
            FieldType.STRING, "\"a \\\"b\\\" c\"");

    private TestStore store;
    Parcel parcel;

    /** Starts a server, which may use this directory. */
    abstract TestStore open(Path directory);

    /**
     * A line of this measurement that the store refuses, and its words. Called once after the line
     * {@code MEASUREMENT,host=a value=1 T} was stored.
     */
    abstract Refused refused(String measurement);

    record Refused(String line, String words) {}

    /** Addresses that are wrong, such as a database that cannot be created, with the remedy. */
    abstract Map<String, String> wrongAddresses();

    /** Whether the store has the other fields of a line of which it has refused one. */
    boolean storesPartsOfLines() {
        return false;
    }

    TestStore store() {
        return store;
    }

    /** The abilities declared for the address. Override this for a server with fewer than its protocol has. */
    StoreAbilities abilities() {
        return declared();
    }

    private StoreAbilities declared() {
        return Stores.abilities(StoreCatalog.BUILT_IN.parse(store.url()));
    }

    @BeforeAll
    void startStore(@TempDir Path directory) {
        store = open(directory);
    }

    @AfterAll
    void stopStore() {
        if (store != null) {
            store.close();
        }
    }

    @BeforeEach
    void openClient() {
        parcel = new Parcel(store.url(), store.token());
    }

    @AfterEach
    void closeClient() {
        parcel.close();
    }

    @Test
    void countsWhatIsStored() {
        assertThat(parcel.deliver("counted,host=a value=1.5 " + T, "counted,host=b value=2 " + (T + 1_000_000) + "\n"))
                .isTrue();

        assertThat(values("counted", "value")).containsExactly("1.5", "2");
        assertThat(parcel.rejected).isEmpty();
        assertThat(parcel.counted("weir.writer.lines.stored")).isEqualTo(2);
        assertThat(parcel.registry.get("weir.writer.latency").timer().count())
                .as("one for each record")
                .isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(FieldType.class)
    void keepsEachTypeAsDeclared(FieldType type) {
        String measurement = "typed_" + type;
        String value = VALUES.get(type);
        parcel.deliver(measurement + ",host=a n=1,v=" + value + " " + T);

        Kept kept = abilities().types().of(type);
        assertThat(values(measurement, "n")).hasSize(kept == Kept.REFUSED ? 0 : 1);
        assertThat(parcel.rejected).hasSize(kept == Kept.REFUSED ? 1 : 0);
        assertThat(parcel.counted("weir.writer.fields.skipped")).isEqualTo(kept == Kept.SKIPPED ? 1 : 0);
        if (kept != Kept.REFUSED) {
            assertThat(values(measurement, "v")).isEqualTo(expected(type, kept));
        }
    }

    private static List<String> expected(FieldType type, Kept kept) {
        if (kept == Kept.SKIPPED) {
            return List.of();
        }
        if (kept == Kept.AS_1_OR_0) {
            return List.of("1");
        }
        boolean isRounded = kept == Kept.AS_FLOAT;
        return List.of(
                switch (type) {
                    case FLOAT -> "1.5";
                    case INTEGER -> isRounded ? "-9007199254740992" : "-9007199254740993";
                    case UNSIGNED -> "3";
                    case BOOLEAN -> "true";
                    case STRING -> "a \"b\" c";
                });
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.30000000000000004, -1.7976931348623157e308, 4.9e-324, 3.141592653589793})
    void keepsTheDigitsOfFloats(double sent) {
        String measurement = "digits" + Long.toHexString(Double.doubleToLongBits(sent));
        parcel.deliver(measurement + ",host=a v=" + sent + " " + T);

        double stored = Double.parseDouble(values(measurement, "v").get(0));
        boolean isRounded = abilities().types().floats() == Kept.ROUNDED;
        assertThat(stored).isCloseTo(sent, Offset.offset(isRounded ? Math.max(Math.abs(sent) * 1e-12, 1e-300) : 0));
    }

    @Test
    void keepsTextsUpToTheDeclaredLength() {
        String text = "x".repeat(abilities().longestText());
        if (!text.isEmpty()) {
            parcel.deliver("long,host=a v=\"" + text + "\" " + T);
            assertThat(values("long", "v")).containsExactly(text);
        }
    }

    @Test
    void keepsTheElementsOfAnArray() {
        String elements =
                IntStream.range(0, 12).mapToObj(i -> "v_" + i + "=" + i).collect(Collectors.joining(","));
        parcel.deliver("array,host=a " + elements + " " + T);

        for (int i = 0; i < 12; i++) {
            assertThat(values("array", "v_" + i)).containsExactly(Integer.toString(i));
        }
    }

    @Test
    void keepsTheDeclaredResolutionOfTime() {
        long step = abilities().resolution().toNanos();
        parcel.deliver("fine,host=a v=1 " + T + "\nfine,host=a v=2 " + (T + step));
        assertThat(values("fine", "v")).containsExactly("1", "2");
    }

    @Test
    void repeatDoesWhatIsDeclared() {
        String batch = IntStream.range(0, 500)
                .mapToObj(i -> "again,host=h" + i % 7 + ",rack=r" + i % 3 + " value=" + i + " " + (T + i * 1_000_000L))
                .collect(Collectors.joining("\n"));
        parcel.deliver(batch);
        assertThat(values("again", "value")).hasSize(500);

        assertThat(parcel.deliver(batch)).isTrue();

        Repeat repeat = abilities().repeat();
        assertThat(values("again", "value")).hasSize(repeat == Repeat.IS_KEPT_TWICE ? 1000 : 500);
        assertThat(parcel.rejected.isEmpty()).isEqualTo(repeat != Repeat.IS_REFUSED);
    }

    @Test
    void laterFieldsOfAPointJoinOrReplaceIt() {
        parcel.deliver("joined,host=a a=1,b=2 " + T);
        parcel.deliver("joined,host=a b=3,c=4 " + T);

        Repeat repeat = abilities().repeat();
        boolean isMissing = repeat == Repeat.IS_REFUSED && !storesPartsOfLines();
        assertThat(values("joined", "c")).containsExactly(isMissing ? new String[0] : new String[] {"4"});
        boolean isReplaced = repeat == Repeat.REPLACES_THE_ROW || repeat == Repeat.REPLACES_ON_MERGE;
        assertThat(values("joined", "a")).containsExactly(isReplaced ? new String[0] : new String[] {"1"});
        assertThat(values("joined", "b"))
                .isEqualTo(
                        switch (repeat) {
                            case IS_KEPT_TWICE, IS_NOT_WRITTEN, IS_KEPT -> List.of("2", "3");
                            case IS_REFUSED -> List.of("2");
                            case OVERWRITES, REPLACES_THE_ROW, REPLACES_ON_MERGE -> List.of("3");
                        });
    }

    @Test
    void refusedLineIsIsolatedAndItsNeighboursStored() {
        parcel.deliver("refusing,host=a value=1 " + T);
        Refused refused = refused("refusing");
        List<String> lines = IntStream.range(0, 300)
                .mapToObj(i -> i % 111 == 5 ? refused.line() : "refusing,host=h" + i + " value=" + i + " " + T)
                .toList();

        assertThat(parcel.deliver(String.join("\n", lines.subList(0, 200)), String.join("\n", lines.subList(200, 300))))
                .isTrue();

        assertThat(parcel.rejectedLines()).containsExactly(refused.line(), refused.line(), refused.line());
        assertThat(parcel.rejected.get(0).reason())
                .matches("(?s)(store|table)-refused: .*")
                .contains(refused.words());
        assertThat(parcel.rejected).extracting(Parcel.Rejected::source).containsExactly("3/0", "3/0", "3/1");
        assertThat(values("refusing", "value")).hasSize(298);
        assertThat(parcel.counted("weir.writer.lines.stored")).isEqualTo(298);
        assertThat(parcel.counted("weir.writer.lines.rejected")).isEqualTo(3);
    }

    @Test
    void everyLineRefusedIsStillSettled() {
        parcel.deliver("hopeless,host=a value=1 " + T);
        Refused refused = refused("hopeless");

        assertThat(parcel.deliver((refused.line() + "\n").repeat(100))).isTrue();

        assertThat(parcel.rejectedLines()).hasSize(100).containsOnly(refused.line());
        assertThat(parcel.state.trouble()).isNull();
    }

    @Test
    void unreadableLineIsRefusedAndItsNeighboursStored() {
        parcel.deliver("unread value=1 " + T + "\nunread value=1x " + T + "\nunread value=2 " + (T + 1_000_000));

        assertThat(parcel.rejectedLines()).containsExactly("unread value=1x " + T);
        assertThat(values("unread", "value")).containsExactly("1", "2");
    }

    @Test
    void waitsForAStoreThatIsAway() throws Exception {
        parcel.deliver("outage value=1 " + T);
        store.stop();
        CompletableFuture<Boolean> delivery =
                CompletableFuture.supplyAsync(() -> parcel.deliver("outage value=2 " + (T + 1_000_000)));
        try {
            Awaited.until("it was asked twice", () -> parcel.counted("weir.writer.retries") >= 2);
            assertThat(parcel.state.trouble()).contains(store.url());
            assertThat(delivery).isNotDone();
        } finally {
            store.start();
        }

        assertThat(delivery.get(2, TimeUnit.MINUTES)).isTrue();
        assertThat(parcel.state.trouble()).isNull();
        assertThat(parcel.rejected).isEmpty();
        assertThat(values("outage", "value")).containsExactly("1", "2");
    }

    @Test
    void stopsOnRequest() {
        String nowhere = store.url().replaceFirst("127\\.0\\.0\\.1:\\d+", "127.0.0.1:1");
        try (Parcel away = new Parcel(nowhere, store.token(), Duration.ofSeconds(1))) {
            CountDownLatch stop = new CountDownLatch(1);
            CompletableFuture<Boolean> delivery =
                    CompletableFuture.supplyAsync(() -> away.deliver(Parcel.batch("x value=1 " + T), stop));
            Awaited.until("it was asked", () -> away.counted("weir.writer.retries") >= 1);
            stop.countDown();

            assertThat(delivery.join()).isFalse();
        }
    }

    @Test
    void wrongAddressIsExplained() {
        wrongAddresses().forEach((url, remedy) -> {
            try (Parcel wrong = new Parcel(url, store.token())) {
                assertThat(wrong.trouble()).contains(remedy);
                assertThat(wrong.rejected).isEmpty();
            }
        });
    }

    @Test
    void documentationListsTheDifferences() {
        StorageTable.isTrueFor(parcel, declared().store());
    }

    /** Numbers as plain decimals, because JSON has several spellings. */
    List<String> values(String measurement, String field) {
        return store.values(measurement, field).stream()
                .map(StoreContract::plain)
                .toList();
    }

    private static String plain(String value) {
        try {
            return new BigDecimal(value).stripTrailingZeros().toPlainString();
        } catch (NumberFormatException e) {
            return value;
        }
    }
}
