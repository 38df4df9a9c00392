package io.weir.query.promql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The queries of the documentation page. */
class QueryPageTest {
    private static final Pattern QUERY_OF_REPORT = Pattern.compile("(?m)^\\|[^`|]*\\| `([^`]*)` \\|$");

    @Test
    void reportsAreQueries() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "query.md"));
        String section = page.substring(page.indexOf("\n## For reports"), page.indexOf("\n## What does not work"));
        List<String> queries = QUERY_OF_REPORT
                .matcher(section)
                .results()
                .map((MatchResult each) -> each.group(1))
                .toList();
        assertThat(queries)
                .hasSizeGreaterThan(4)
                .allSatisfy(each -> assertThat(Promql.parse(each).type()).isEqualTo(ValueType.VECTOR));
    }
}
