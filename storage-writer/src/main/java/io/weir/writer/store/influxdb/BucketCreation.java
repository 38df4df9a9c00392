package io.weir.writer.store.influxdb;

import com.influxdb.client.InfluxDBClient;
import com.influxdb.client.domain.Bucket;
import com.influxdb.client.domain.Organizations;
import com.influxdb.client.domain.PostBucketRequest;
import com.influxdb.client.service.BucketsService;
import com.influxdb.client.service.OrganizationsService;
import io.weir.writer.store.HttpAnswer;
import io.weir.writer.store.Reply;
import java.io.IOException;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import retrofit2.Response;

/**
 * Creates a bucket with unlimited retention if the token permits it; else describes the required
 * action to the operator.
 */
final class BucketCreation {
    private static final Logger LOG = LoggerFactory.getLogger(BucketCreation.class);
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");

    private final InfluxDBClient client;
    private final InfluxDb2Url url;

    BucketCreation(InfluxDBClient client, InfluxDb2Url url) {
        this.client = client;
        this.url = url;
    }

    /**
     * Creates the bucket.
     *
     * @param missing the server's answer to a write
     * @return {@link Reply.Stored} if the bucket exists now, else {@link Reply.Away} with the
     *     required action
     */
    Reply run(HttpAnswer missing) throws IOException {
        Response<Organizations> orgs = client.getService(OrganizationsService.class)
                .getOrgs(null, null, null, null, isId() ? null : url.org(), isId() ? url.org() : null, null)
                .execute();
        Organizations found = orgs.body();
        if (found == null || found.getOrgs().isEmpty()) {
            return futile(missing, orgs.isSuccessful() ? "the token cannot see the organization" : answer(orgs));
        }
        PostBucketRequest bucket =
                new PostBucketRequest().orgID(found.getOrgs().get(0).getId()).name(url.bucket());
        Response<Bucket> made = client.getService(BucketsService.class)
                .postBuckets(bucket, null)
                .execute();
        if (!made.isSuccessful()) {
            return futile(missing, answer(made));
        }
        LOG.info("bucket created bucket={} org={} retention=unlimited", url.bucket(), url.org());
        return Reply.STORED;
    }

    private boolean isId() {
        return ID.matcher(url.org()).matches();
    }

    private static String answer(Response<?> response) throws IOException {
        return HttpAnswer.of(response).toString();
    }

    private Reply futile(HttpAnswer missing, String why) {
        return new Reply.Away(
                missing + "; the bucket cannot be created (" + why + "): correct the store's URL, or create the"
                        + " bucket (influx bucket create --org '" + url.org() + "' --name '" + url.bucket()
                        + "'), or use a token that may read organizations and write buckets");
    }
}
