package io.weir.gateway.intake;

/** What the intakes of all event loops share; each part is thread-safe. */
public record SharedParts(HandOff handOff, StampClock clock, GatewayCounts counts) {}
