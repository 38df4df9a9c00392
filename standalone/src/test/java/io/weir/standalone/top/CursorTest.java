package io.weir.standalone.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CursorTest {
    private static final List<String> ABC = List.of("a", "b", "c");

    @Test
    void movesWithinTheList() {
        assertThat(Cursor.TOP.moved(1, ABC)).isEqualTo(new Cursor(1, Optional.of("b")));
        assertThat(Cursor.TOP.moved(9, ABC)).isEqualTo(new Cursor(2, Optional.of("c")));
        assertThat(Cursor.TOP.moved(-1, ABC)).isEqualTo(new Cursor(0, Optional.of("a")));
        assertThat(Cursor.TOP.moved(1, List.of())).isEqualTo(Cursor.TOP);
    }

    @Test
    void anEntryThatIsGoneGivesItsLineToTheNext() {
        Cursor second = Cursor.TOP.moved(1, ABC);

        assertThat(second.in(List.of("a", "c"))).isEqualTo(new Cursor(1, Optional.of("c")));
        assertThat(second.in(List.of("a"))).isEqualTo(new Cursor(0, Optional.of("a")));
    }

    @Test
    void aListThatIsEmptyForAWhileLosesNoPlace() {
        Cursor second = Cursor.TOP.moved(1, ABC);

        assertThat(second.in(List.of()).in(ABC)).isEqualTo(second);
    }

    @Test
    void theTopStaysTheTop() {
        assertThat(Cursor.TOP.in(List.of("worse", "a"))).isEqualTo(Cursor.TOP);
        assertThat(Cursor.NONE.in(ABC)).isEqualTo(Cursor.NONE);
    }

    /** Entries come, go and change places; the oracle knows only the name of the selected one. */
    @Test
    void keepsItsEntryWhateverElseChanges() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> entries = new ArrayList<>(
                IntStream.range(0, 30).mapToObj(i -> "first" + i).toList());
        Cursor cursor = Cursor.TOP.moved(random.nextInt(30), entries);
        for (int step = 0; step < 500; step++) {
            String expected = cursor.entry().orElseThrow();
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                String gone = entries.get(random.nextInt(entries.size()));
                if (random.nextBoolean() && !gone.equals(expected)) {
                    entries.remove(gone);
                } else {
                    entries.add(random.nextInt(entries.size() + 1), "new" + step + "-" + changes);
                }
            }
            if (random.nextInt(10) == 0) {
                Collections.shuffle(entries, random);
            }
            cursor = cursor.in(entries);
            assertThat(cursor.entry()).as("seed %d, step %d", seed, step).hasValue(expected);
            assertThat(entries.get(cursor.line()))
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(expected);
        }
    }
}
