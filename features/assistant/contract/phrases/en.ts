import type { Phrases } from './phrases.ts'

const alarms = (count: number) => (count === 1 ? '1 alarm' : `${count} alarms`)
const devices = (count: number) => (count === 1 ? '1 device' : `${count} devices`)
const sensors = (count: number) => (count === 1 ? '1 sensor' : `${count} sensors`)

export const english: Phrases = {
  units: { day: 'd', hour: 'h', minute: 'min', second: 's' },
  colours: {
    ...{ green: 'green', red: 'red', yellow: 'yellow' },
    ...{ white: 'white', blue: 'blue', grey: 'off' },
  },
  ...{ on: 'on', off: 'off', changing: 'changing' },
  now: ({ name, value, age }) => `${name} is ${value}, read ${age} ago.`,
  badNow: ({ name, age }) => `The last reading of ${name}, ${age} ago, is bad: it has no value.`,
  stale: (age) => `It has not reported for ${age}, so this may no longer be true.`,
  uncertain: 'The reading is uncertain.',
  aboveLimit: (limit) => `That is above its upper limit of ${limit}.`,
  belowLimit: (limit) => `That is below its lower limit of ${limit}.`,
  neverRead: (name) => `${name} has never sent a reading.`,
  at: ({ name, value, moment, readAt }) =>
    `At ${moment} ${name} was ${value} (reading of ${readAt}).`,
  badAt: ({ name, moment }) => `At ${moment} ${name} had no usable value.`,
  figure: {
    average: ({ name, value, span }) =>
      `The average of the readings of ${name} was ${value} (${span}).`,
    minimum: ({ name, value, span }) => `The lowest value of ${name} was ${value} (${span}).`,
    maximum: ({ name, value, span }) => `The highest value of ${name} was ${value} (${span}).`,
    median: ({ name, value, span }) => `The median of ${name} was ${value} (${span}).`,
    deviation: ({ name, value, span }) =>
      `The standard deviation of ${name} was ${value} (${span}).`,
    total: ({ name, value, span }) => `${name} counted ${value} (${span}).`,
  },
  reachedAt: (moment) => `It was first reached at ${moment}.`,
  summary: ({ name, average, minimum, maximum, span }) =>
    `${name} lay between ${minimum} and ${maximum}, on average ${average} (${span}).`,
  readings: ({ name, count, bad, span }) =>
    `${name} has ${count} usable readings${bad === null ? '' : ` and ${bad} bad ones`} (${span}).`,
  noReadings: ({ name, span }) => `${name} has no usable readings (${span}).`,
  noFigure: ({ name }) => `There is no such figure for ${name}.`,
  aboveFor: (time) => `above its upper limit for ${time}`,
  belowFor: (time) => `below its lower limit for ${time}`,
  beyond: ({ name, isAbove, value, time, span }) =>
    `${name} was ${isAbove ? 'above' : 'below'} ${value} for ${time} (${span}).`,
  outside: ({ name, parts, span }) => `${name} was ${parts.join(' and ')} (${span}).`,
  never: ({ name, span }) => `${name} stayed within its limits (${span}).`,
  noReason: 'Why it is so, readings do not say.',
  beyondNow: (count) => {
    if (count === 0) return 'No sensor is beyond its limits.'
    return `${sensors(count)} ${count === 1 ? 'is beyond its limits' : 'are beyond their limits'}.`
  },
  upperLimit: ({ name, limit }) => `The upper limit of ${name} is ${limit}.`,
  lowerLimit: ({ name, limit }) => `The lower limit of ${name} is ${limit}.`,
  noLimits: (name) => `${name} has no limits.`,
  expired: (name) => `Readings of ${name} in that time have expired, so this cannot be known.`,
  availability: ({ name, share, span }) =>
    `${name} had usable readings for ${share} of the time (${span}).`,
  lampAvailability: ({ name, share, time, span }) =>
    `${name} was green for ${time}, ${share} of the time (${span}).`,
  states: ({ name, shares, span }) => `${name}: ${shares} (${span}).`,
  unknownTime: (time) => `For ${time} its state is not known.`,
  rising: ({ name, rate, span }) => `${name} is rising by about ${rate} (${span}).`,
  falling: ({ name, rate, span }) => `${name} is falling by about ${rate} (${span}).`,
  steady: ({ name, span }) => `${name} shows no clear trend (${span}).`,
  perHour: (value) => `${value} an hour`,
  compared: ({ name, one, oneSpan, other, otherSpan }) =>
    `${name} averaged ${one} (${oneSpan}) and ${other} (${otherSpan}).`,
  comparedTotals: ({ name, one, oneSpan, other, otherSpan }) =>
    `${name} counted ${one} (${oneSpan}) and ${other} (${otherSpan}).`,
  difference: ({ value, percent }) =>
    `The difference is ${value}${percent === null ? '' : ` (${percent})`}.`,
  same: 'There is no difference.',
  alarmCount: ({ about, count, span }) => {
    const of = about === null ? '' : ` of ${about}`
    if (count === 0) return `There were no alarms${of} (${span}).`
    return `There ${count === 1 ? 'was' : 'were'} ${alarms(count)}${of} (${span}).`
  },
  alarm: ({ name, rule, value, at, lasted }) => {
    const reading = value === null ? '' : `, value ${value}`
    const length = lasted === null ? 'still ongoing' : `lasted ${lasted}`
    return `${at}: ${name}, ${rule}${reading}, ${length}.`
  },
  activeCount: ({ about, count }) => {
    const at = about === null ? '' : ` at ${about}`
    return `${count === 0 ? 'No alarm' : alarms(count)} ${count > 1 ? 'are' : 'is'} active${at}.`
  },
  sensorLimit: 'limit of the sensor',
  more: (count) => `And ${count} more.`,
  topAlarms: (span) => `Most alarms (${span}):`,
  topAlarm: ({ name, count }) => `${name}: ${alarms(count)}.`,
  offline: ({ name, since, duration }) =>
    since === null
      ? `${name} is offline.`
      : `${name} has been offline since ${since} (${duration}).`,
  online: ({ name, since }) =>
    since === null ? `${name} is online.` : `${name} has been online since ${since}.`,
  neverSeen: (name) => `${name} has never reported.`,
  offlineCount: ({ offline, all }) =>
    offline === 0
      ? `All ${all} devices are online.`
      : `${offline} of ${devices(all)} ${offline === 1 ? 'is' : 'are'} offline.`,
  onlineCount: ({ online, all }) =>
    `${online} of ${devices(all)} ${online === 1 ? 'is' : 'are'} online.`,
  ranked: ({ lowest, unit }) =>
    `The ${lowest ? 'lowest' : 'highest'} present values${unit === null ? '' : ` in ${unit}`}:`,
  rankedOf: ({ place, name, value }) => `${place}. ${name}: ${value}.`,
  deviceSensors: ({ name, count, list }) => `${name} has ${sensors(count)}: ${list}.`,
  found: ({ count, list }) => `Found ${sensors(count)}: ${list}.`,
  deviceCount: ({ count, list }) =>
    `There ${count === 1 ? 'is' : 'are'} ${devices(count)}: ${list}.`,
  unknownSensor: 'No sensor or device open to you has such a name.',
  unknownWords: (words) => `I do not know what this means here: ${words}.`,
  tooMany: (count) => `${sensors(count)} fit this name; name the device to choose one.`,
  notUnderstood:
    'I can answer questions about values, averages and extremes, times beyond limits, ' +
    'states, trends, comparisons, alarms and devices.',
  nameOne: 'Name a sensor or a device.',
  inFuture: 'That time is still to come.',
  unclearTime: 'It is not clear which time is meant.',
  onlyPresent: 'Only how it is at present can be said, not how it was.',
  procedure: ({ name, title, excerpt }) => `The procedure of ${name} is “${title}”: ${excerpt}`,
  article: ({ title, excerpt }) => `“${title}”: ${excerpt}`,
  noArticle: 'No published article is about this.',
  lists: { devices: 'Devices', alarms: 'Alarms', activeAlarms: 'Active alarms' },
  suggestions: {
    yesterday: (name) => `And ${name} yesterday?`,
    maximum: (name) => `When was ${name} highest today?`,
    alarms: (name) => `Alarms of ${name} this week`,
    trend: (name) => `Is ${name} rising?`,
    activeAlarms: 'Which alarms are active?',
    offline: 'Which devices are offline?',
  },
}
