/**
 * SQL for the order of readings: by time (ms UTC), and those of one time by value, as a rollup has
 * them. Both are one whole number, the bits of the value so that they are ordered as it is: the
 * least of pairs takes the engine eight times as long.
 */
export const timeAndValue = (time: string, value: string) =>
  `bitOr(bitShiftLeft(toUInt128(${time}), 64), toUInt128(bitXor(reinterpretAsUInt64(${value}),
    if(${value} < 0, 18446744073709551615, 9223372036854775808))))`
