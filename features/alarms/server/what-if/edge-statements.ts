import type { EdgeReduction } from './reductions.ts'

export const within = `sensor IN {sensors:Array(UInt32)}
  AND time >= fromUnixTimestamp64Milli({from:Int64})
  AND time < fromUnixTimestamp64Milli({to:Int64})`

export const after = 'toFloat64(toUnixTimestamp64Milli(time) - {from:Int64})'

/** Of readings of one time the first counts here: that which counts in history (HI137). */
const inOrder = (...before: readonly string[]) =>
  `ORDER BY ${before.join(', ')}, quality = 2 OR isNaN(numeric_readings.value),
    numeric_readings.value DESC, quality DESC`

export const plainStatement = `SELECT ${after}, if(quality = 2, 0, value), toFloat64(quality)
  FROM numeric_readings WHERE ${within}
  ${inOrder('time')} LIMIT {limit:UInt32}`

export const severalStatement = `SELECT ${after}, if(quality = 2, 0, value), toFloat64(quality),
    toFloat64(sensor)
  FROM numeric_readings WHERE ${within}
  ${inOrder('time', 'sensor')} LIMIT {limit:UInt32}`

/**
 * A reading is left out where it lies between the same edges as the one before. Of readings of one
 * time the first alone counts: it and the next after them are never left out.
 */
export function edgeStatement({
  edges,
  countsQuality,
}: EdgeReduction): [string, Record<string, number>] {
  const bits = edges.map(({ isUpper }, place) => {
    const edge = `reinterpretAsFloat64(bitOr(bitShiftLeft(toUInt64({high${place}:UInt32}), 32),
      toUInt64({low${place}:UInt32})))`
    return `bitShiftLeft(toUInt64(value ${isUpper ? '>' : '<'} ${edge}), ${place + 2})`
  })
  const side = [countsQuality ? 'toUInt64(quality)' : 'toUInt64(0)', ...bits].join(' + ')
  const known = countsQuality ? '' : 'AND quality != 2 AND NOT isNaN(value)'
  const columns = `${after}, if(quality = 2 OR isNaN(value), 0, value), toFloat64(quality),
    toFloat64(sensor)`
  const statement = `SELECT ${columns} FROM (
      SELECT sensor, time, value, quality, ${side} AS side,
        lagInFrame(side, 1, 18446744073709551615) OVER ordered AS former,
        lagInFrame(time, 1) OVER ordered AS before, lagInFrame(time, 2) OVER ordered AS earlier,
        leadInFrame(time, 1) OVER ordered AS next
      FROM numeric_readings WHERE ${within} ${known}
      WINDOW ordered AS (ORDER BY time ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING)
    ) AS readings WHERE side != former OR time = before OR before = earlier OR time = next
    ORDER BY time, quality = 2 OR isNaN(readings.value), readings.value DESC, quality DESC
    LIMIT {limit:UInt32}`
  return [statement, Object.fromEntries(edges.flatMap(({ value }, place) => bitsOf(value, place)))]
}

/** A number as its 64 bits: as text it could be read as a neighbour. */
function bitsOf(value: number, place: number): [string, number][] {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  return [
    [`high${place}`, view.getUint32(0)],
    [`low${place}`, view.getUint32(4)],
  ]
}
