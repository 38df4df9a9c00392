package io.weir.dashboard.api;

import io.weir.contract.rule.match.WordFilter;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import io.weir.dashboard.http.Endpoint;
import io.weir.dashboard.journal.Journal;
import io.weir.dashboard.journal.Journal.Found;
import io.weir.dashboard.journal.Journal.Query;
import io.weir.dashboard.journal.Journal.Reach;
import io.weir.dashboard.journal.ShiftSummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The endpoints for the journal: as JSON, as CSV, and summarised for a shift. */
public final class JournalApi {
    private static final int MOST_ENTRIES = 1_000;
    private static final int DEFAULT_ENTRIES = 200;
    /** A download is built in memory. */
    private static final int MOST_DOWNLOADED = 10_000;

    private static final String TOO_LONG =
            "the search took longer than 2 s: set from and to closer together, or use fewer words";

    private static final String SUMMARY_TOO_LONG = "the summary took longer than 2 s; try again in a moment";

    private static final WordFilter ALL = new WordFilter("");

    private static final long LATEST = 253_402_300_799_999L; // end of the year 9999
    /** Limit of concurrent searches; each inspects every entry. */
    private static final int AT_ONCE = 4;

    private final Journal journal;
    private final Searches searches = new Searches(AT_ONCE);
    private final Searches downloads = new Searches(1);

    /** Searches in the thread of the request. */
    public JournalApi(Journal journal) {
        this.journal = journal;
    }

    /** The endpoints, by method and path. */
    public Map<String, Endpoint> endpoints() {
        return Map.of(
                "GET /api/journal", (Endpoint.Once) request -> searches.answer(request, this::json),
                "GET /api/journal/shift", (Endpoint.Once) request -> searches.answer(request, this::shift),
                "GET /api/journal.csv", (Endpoint.Once) request -> downloads.answer(request, this::csv));
    }

    private Answer json(ApiRequest request) {
        int limit = (int) request.number("limit", 1, MOST_ENTRIES, DEFAULT_ENTRIES);
        Reach reach = journal.reach();
        Found found = journal.find(query(request, limit));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("entries", found.entries());
        answer.put("more", found.more());
        answer.put("reach", reach);
        return Answer.of(answer);
    }

    private Answer shift(ApiRequest request) {
        Query query = query(request, journal.most());
        Reach reach = journal.reach();
        Found found = journal.find(new Query(ALL, 0, query.toMillis(), Long.MAX_VALUE, journal.most()));
        if (found.more()) {
            throw new ApiException(503, SUMMARY_TOO_LONG);
        }
        ShiftSummary summary = ShiftSummary.of(found.entries(), query.fromMillis(), query::selects);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("alarms", first(summary.alarms()));
        answer.put("allAlarms", summary.alarms().size());
        answer.put("commands", first(summary.commands()));
        answer.put("allCommands", summary.commands().size());
        answer.put("reach", reach);
        return Answer.of(answer);
    }

    private static <T> List<T> first(List<T> all) {
        return all.subList(0, Math.min(MOST_ENTRIES, all.size()));
    }

    private Answer csv(ApiRequest request) {
        Query query = query(request, MOST_DOWNLOADED);
        Found found = journal.find(query);
        if (found.isStopped(query)) {
            throw new ApiException(503, TOO_LONG);
        }
        return Answer.file("weir-journal.csv", "text/csv; charset=utf-8", JournalCsv.bytes(found.entries()));
    }

    private static Query query(ApiRequest request, int limit) {
        WordFilter filter = Searches.filter(request);
        long from = request.number("from", 0, LATEST, 0);
        long to = request.number("to", 0, LATEST, LATEST);
        if (to <= from) {
            throw new ApiException(400, "from and to: must be milliseconds since 1970, from before to");
        }
        long before = request.number("before", 0, Long.MAX_VALUE, Long.MAX_VALUE);
        return new Query(filter, from, to, before, limit);
    }
}
