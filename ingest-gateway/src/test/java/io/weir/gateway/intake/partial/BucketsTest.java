package io.weir.gateway.intake.partial;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.spelling.LineText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The buckets of a partial, against a map from the bounds of buckets to counts. */
class BucketsTest {
    private static final int FINEST = 20;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void aPowerOfTwoIsTheUpperBoundOfItsBucket() {
        assertThat(written(List.of(1.0)))
                .isEqualTo(",scale=20i,zero_count_delta=0i,zero_threshold=0"
                        + ",positive_offset=-1i,positive_delta=\"[1]\"");
        assertThat(written(List.of(Math.nextUp(1.0)))).contains("positive_offset=0i");
        assertThat(written(List.of(Math.nextDown(2.0)))).contains("positive_offset=" + ((1 << 20) - 1) + "i");
        assertThat(written(List.of(Double.MIN_VALUE))).contains("positive_offset=" + (-1074 * (1 << 20) - 1) + "i");
        assertThat(written(List.of(Double.MAX_VALUE))).contains("positive_offset=" + (1024 * (1 << 20) - 1) + "i");
    }

    @Test
    void countsZerosAndNegativeValuesApart() {
        assertThat(written(List.of(0.0, -0.0, -4.0, 4.0, 2.0)))
                .isEqualTo(",scale=7i,zero_count_delta=2i,zero_threshold=0"
                        + ",positive_offset=127i,positive_delta=\"[1" + ",0".repeat(127) + ",1]\""
                        + ",negative_offset=255i,negative_delta=\"[1]\"");
    }

    /** The two ends of the doubles need the smallest scale. */
    @Test
    void takesAllDoublesTogether() {
        assertThat(written(List.of(Double.MIN_VALUE, 1.0, Double.MAX_VALUE))).startsWith(",scale=-4i,");
    }

    @RepeatedTest(50)
    void eachValueIsInTheFinestBucketsThatFit() {
        List<Double> values = new ArrayList<>();
        double spread = Math.pow(10, random.nextInt(6) - 3);
        for (int left = 1 + random.nextInt(300); left > 0; left--) {
            double size = Math.exp(random.nextGaussian() * spread);
            values.add(random.nextInt(20) == 0 ? 0 : random.nextInt(3) == 0 ? -size : size);
        }
        String written = written(values);
        int scale = Integer.parseInt(group(written, "scale=(-?\\d+)i"));
        assertThat(counts(written, "positive")).as("seed %d", seed).isEqualTo(model(values, 1, scale));
        assertThat(counts(written, "negative")).as("seed %d", seed).isEqualTo(model(values, -1, scale));
        assertThat(width(values, scale)).as("seed %d", seed).isLessThanOrEqualTo(BucketSide.MOST_BUCKETS);
        if (scale < FINEST) {
            assertThat(width(values, scale + 1)).as("seed %d", seed).isGreaterThan(BucketSide.MOST_BUCKETS);
        }
        Collections.shuffle(values, random);
        assertThat(written(values)).as("seed %d, in another order", seed).isEqualTo(written);
    }

    private static long width(List<Double> values, int scale) {
        long most = 0;
        for (int sign : new int[] {-1, 1}) {
            SortedMap<Integer, Long> counts = model(values, sign, scale);
            most = Math.max(most, counts.isEmpty() ? 0 : (long) counts.lastKey() - counts.firstKey() + 1);
        }
        return most;
    }

    /** Counts by index of the bucket, from the logarithm of each value. */
    private static SortedMap<Integer, Long> model(List<Double> values, int sign, int scale) {
        SortedMap<Integer, Long> counts = new TreeMap<>();
        for (double value : values) {
            if (value * sign > 0) {
                double place = Math.log(value * sign) / Math.log(2) * Math.pow(2, scale);
                counts.merge((int) Math.ceil(place) - 1, 1L, Long::sum);
            }
        }
        return counts;
    }

    private static SortedMap<Integer, Long> counts(String written, String side) {
        SortedMap<Integer, Long> counts = new TreeMap<>();
        if (written.contains(side)) {
            int index = Integer.parseInt(group(written, side + "_offset=(-?\\d+)i"));
            for (String count :
                    group(written, side + "_delta=\"\\[([\\d,]+)]\"").split(",")) {
                if (!count.equals("0")) {
                    counts.put(index, Long.valueOf(count));
                }
                index++;
            }
        }
        return counts;
    }

    private static String group(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }

    private static String written(List<Double> values) {
        Buckets buckets = new Buckets();
        values.forEach(buckets::add);
        LineText text = new LineText(16);
        buckets.write(text);
        return new String(text.bytes(), 0, text.length(), UTF_8);
    }
}
