import io.weir.writer.store.Address;
import io.weir.writer.store.Refusals;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreAbilities;
import io.weir.writer.store.StoreAbilities.Arrays;
import io.weir.writer.store.StoreAbilities.Deletion;
import io.weir.writer.store.StoreAbilities.Kept;
import io.weir.writer.store.StoreAbilities.Query;
import io.weir.writer.store.StoreAbilities.Repeat;
import io.weir.writer.store.StoreAbilities.Tiers;
import io.weir.writer.store.StoreAbilities.Types;
import io.weir.writer.store.StoreKind;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.store.StoreUrl;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The kind of store "lines": a program that accepts line protocol by HTTP POST, and answers 2xx once it is stored. */
public final class PostedLines implements StoreKind<PostedLines.At> {
    private static final int PORT = 8080;
    private static final Types ALL =
            new Types(Kept.STORED, Kept.STORED, Kept.STORED, Kept.STORED, Kept.STORED);

    /** The address of such a program. */
    public record At(String text, String http, String path) implements StoreUrl {}

    @Override
    public String scheme() {
        return "lines";
    }

    @Override
    public String form() {
        return "lines://HOST[:" + PORT + "]/PATH";
    }

    @Override
    public StoreAbilities abilities() {
        return new StoreAbilities(
                "lines by HTTP",
                ALL,
                Arrays.AS_FIELDS,
                StoreAbilities.LONGEST_TEXT,
                0,
                StoreAbilities.NANOSECONDS,
                Repeat.OVERWRITES,
                Tiers.NONE,
                Deletion.UNKNOWN,
                Query.UNKNOWN);
    }

    @Override
    public Class<At> urls() {
        return At.class;
    }

    @Override
    public At parse(Address address) {
        address.requireNoQuery();
        if (address.user().isPresent()) {
            throw address.wrong("has a user");
        }
        return new At(address.text(), address.http(PORT), "/" + address.path());
    }

    @Override
    public Store open(At url, StoreOptions options) {
        return new Open(url, options.timeout());
    }

    /** Used by one thread, except cancel. */
    private static final class Open implements Store {
        private static final int TOO_LARGE = 413;

        private final At at;
        private final Duration timeout;
        private final HttpClient client = HttpClient.newHttpClient();
        private volatile CompletableFuture<HttpResponse<String>> running = new CompletableFuture<>();

        Open(At at, Duration timeout) {
            this.at = at;
            this.timeout = timeout;
        }

        @Override
        public String url() {
            return at.text();
        }

        @Override
        public Reply prepare(byte[] bytes, int length, Refusals refusals) {
            return Reply.STORED; // Nothing needs to be created.
        }

        @Override
        public Reply write(byte[] bytes, int from, int to) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(at.http() + at.path()))
                    .timeout(timeout)
                    .POST(HttpRequest.BodyPublishers.ofByteArray(bytes, from, to - from))
                    .build();
            running = client.sendAsync(request, BodyHandlers.ofString());
            try {
                return reply(running.get());
            } catch (ExecutionException e) {
                return new Reply.Away(String.valueOf(e.getCause()));
            } catch (CancellationException e) {
                return new Reply.Away("cancelled");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new Reply.Away("interrupted");
            }
        }

        /** The writer finds the bad line of a refused request, and writes the others. */
        private static Reply reply(HttpResponse<String> answer) {
            int status = answer.statusCode();
            if (status / 100 == 2) {
                return Reply.STORED;
            }
            String reason = status + " " + answer.body();
            return status == 400 || status == TOO_LARGE
                    ? new Reply.Refused(reason, 0, 0, status == TOO_LARGE)
                    : new Reply.Away(reason);
        }

        @Override
        public void cancel() {
            running.cancel(true);
        }

        @Override
        public void close() {
            // The client has no connection of its own.
        }
    }
}
