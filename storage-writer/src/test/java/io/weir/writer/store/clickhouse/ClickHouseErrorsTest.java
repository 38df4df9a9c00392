package io.weir.writer.store.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Reply.Cause;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClickHouseErrorsTest {
    @ParameterizedTest
    @CsvSource({
        "500, 'Code: 243. DB::Exception: Cannot reserve 1.00 MiB',               STORE",
        "500, 'Code: 252. DB::Exception: Too many parts (3000)',                 STORE",
        "500, 'Code: 242. DB::Exception: Table is in readonly mode',             STORE",
        "404, 'Code: 60. DB::Exception: Table m.t does not exist',               STORE",
        "404, 'Code: 81, e.displayText() = DB::Exception: Database m',           STORE",
        "404, 'Code: 16. DB::Exception: No such column a',                       STORE",
        "500, 'Code: 202. DB::Exception: Too many simultaneous queries',         STORE",
        "500, 'Code: 241. DB::Exception: Memory limit (total) exceeded',         SLOW",
        "500, 'Code: 159. DB::Exception: Timeout exceeded',                      SLOW",
        "500, 'Code: 49. DB::Exception: Logical error',                          BROKE",
        "400, 'Code: 27. DB::Exception: Cannot parse input',                     BROKE",
        "400, <html>,                                                            STORE",
        "422, <html>,                                                            STORE",
        "404, <html>,                                                            STORE",
        "429, slow down,                                                         SLOW",
        "500, <html>,                                                            BROKE",
        "503, <html>,                                                            STORE",
    })
    void linesWait(int status, String message, Cause cause) {
        HttpAnswer answer = new HttpAnswer(status, message, null);
        assertThat(ClickHouseErrors.toLines(answer, "ask")).isEqualTo(new Reply.Away(answer.toString(), 0, cause));
    }

    @ParameterizedTest
    @CsvSource({
        "400, 'Code: 469. DB::Exception: Constraint `c` is violated'",
        "500, 'Code: 469. DB::Exception: Constraint `c` is violated'",
        "500, 'Code: 395, e.displayText() = DB::Exception: Value passed to throwIf'",
        "500, 'Code: 252. DB::Exception: Too many partitions for single INSERT block (more than 100)'",
    })
    void linesAreWrong(int status, String message) {
        assertThat(ClickHouseErrors.toLines(new HttpAnswer(status, message, null), "ask"))
                .isEqualTo(new Reply.Refused(message, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "403, Code: 516. DB::Exception: weir: Authentication failed",
        "500, Code: 164. DB::Exception: Cannot insert in readonly mode",
        "403, Code: 497. DB::Exception: weir: Not enough privileges",
        "401, who are you",
    })
    void operatorGetsTheRemedy(int status, String message) {
        HttpAnswer answer = new HttpAnswer(status, message, null);
        assertThat(ClickHouseErrors.toLines(answer, "ask")).isEqualTo(new Reply.Away(answer + "; ask"));
        assertThat(ClickHouseErrors.toStatement(answer, "ask")).isEqualTo(new Reply.Away(answer + "; ask"));
    }

    @ParameterizedTest
    @CsvSource({"413, too large", "413, Code: 0"})
    void requestIsTooLarge(int status, String message) {
        assertThat(ClickHouseErrors.toLines(new HttpAnswer(status, message, null), "ask"))
                .isEqualTo(new Reply.Refused(message, 0, 0, true));
    }
}
