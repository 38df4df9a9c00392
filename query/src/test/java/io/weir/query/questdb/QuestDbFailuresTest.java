package io.weir.query.questdb;

import io.weir.query.series.SeriesStore;
import io.weir.query.store.StoreFailures;
import java.util.Optional;

class QuestDbFailuresTest extends StoreFailures {
    @Override
    protected SeriesStore store(String http) {
        return new QuestDbSeries(http, Optional.of("Basic x"));
    }

    @Override
    protected String beginning() {
        return "{\"dataset\":[[\"cpu\"],";
    }
}
