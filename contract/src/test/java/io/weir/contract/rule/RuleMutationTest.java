package io.weir.contract.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.MistakesException;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every text gives rules or a list of mistakes; never another exception. */
class RuleMutationTest {
    private static final int MUTANTS = 5_000;
    private static final String BITS = "{}[]:,-#\"'|>&*!%@?~ \n\t\r\0\\0 1 a .é\uFEFF\u2028\uD800";

    @Test
    void neverThrowsAnythingButMistakes() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("RuleMutationTest seed=" + seed);
        Random random = new Random(seed);
        List<String> texts = Stream.concat(RuleCase.good().stream(), RuleCase.bad().stream())
                .map(RuleCase::text)
                .toList();
        int accepted = 0;
        int refused = 0;
        for (int i = 0; i < MUTANTS; i++) {
            String mutant = mutate(texts.get(random.nextInt(texts.size())), random);
            try {
                RuleLoader.parse("mutant.yaml", mutant);
                accepted++;
            } catch (MistakesException e) {
                assertThat(e.mistakes()).as(mutant).isNotEmpty();
                refused++;
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed=" + seed + " mutant " + i + ":\n" + mutant, e);
            }
        }
        // Both outcomes must be frequent, or the mutants test nothing.
        assertThat(accepted).as("accepted, seed %d", seed).isGreaterThan(MUTANTS / 100);
        assertThat(refused).as("refused, seed %d", seed).isGreaterThan(MUTANTS / 10);
    }

    private static String mutate(String text, Random random) {
        StringBuilder mutant = new StringBuilder(text);
        for (int edits = 1 + random.nextInt(3); edits > 0 && mutant.length() > 0; edits--) {
            int at = random.nextInt(mutant.length());
            int until = Math.min(mutant.length(), at + 1 + random.nextInt(20));
            switch (random.nextInt(5)) {
                case 0 -> mutant.delete(at, until);
                case 1 -> mutant.insert(at, BITS.charAt(random.nextInt(BITS.length())));
                case 2 -> mutant.insert(random.nextInt(mutant.length()), mutant.substring(at, until));
                case 3 -> mutant.setLength(at);
                default -> mutant.setCharAt(at, BITS.charAt(random.nextInt(BITS.length())));
            }
        }
        return mutant.toString();
    }
}
