package io.weir.dashboard.api;

import io.weir.contract.rule.match.WordFilter;
import io.weir.dashboard.http.Answer;
import io.weir.dashboard.http.ApiException;
import io.weir.dashboard.http.ApiRequest;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Limits concurrent searches, each of which inspects many entries in the thread of its request. */
final class Searches {
    private static final int LONGEST_FILTER = 200;
    private static final long WAIT_SECONDS = 2;

    private final Semaphore permits;

    /** @param atOnce limit of concurrent searches */
    Searches(int atOnce) {
        permits = new Semaphore(atOnce);
    }

    /** @throws ApiException if too many searches run for two seconds */
    Answer answer(ApiRequest request, Function<ApiRequest, Answer> search) throws InterruptedException {
        if (!permits.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
            throw new ApiException(503, "too many concurrent searches; try again in a moment");
        }
        try {
            return search.apply(request);
        } finally {
            permits.release();
        }
    }

    /**
     * The words of a request; without any, everything matches.
     *
     * @throws ApiException if they are too long
     */
    static WordFilter filter(ApiRequest request) {
        String words = request.parameter("filter").orElse("");
        if (words.length() > LONGEST_FILTER) {
            throw new ApiException(400, "filter: must have at most " + LONGEST_FILTER + " characters");
        }
        return new WordFilter(words);
    }
}
