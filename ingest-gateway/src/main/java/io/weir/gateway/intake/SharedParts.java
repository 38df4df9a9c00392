package io.weir.gateway.intake;

/** What the intakes of all inputs and event loops share; each part is thread-safe. */
public record SharedParts(HandOff handOff, StampClock stamps) {}
