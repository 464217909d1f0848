import { type Reader, InvalidValue } from './config-values.ts'

export const port: Reader<number> = {
  allowed: 'a whole number from 1 to 65535, or 0 for any free port',
  read(text) {
    if (!/^\d{1,5}$/.test(text)) throw new InvalidValue('is not a whole number')
    const number = Number(text)
    if (number > 65_535) throw new InvalidValue('is above 65535')
    return number
  },
}

export const answerSeconds: Reader<number> = {
  allowed: 'a whole number of seconds from 1 to 600',
  read(text) {
    if (!/^\d{1,3}$/.test(text)) throw new InvalidValue('is not a whole number')
    if (Number(text) < 1 || Number(text) > 600) throw new InvalidValue('is not from 1 to 600')
    return Number(text)
  },
}

export const wholeNumber = (minimum: number, maximum: number): Reader<number> => ({
  allowed: `a whole number from ${minimum} to ${maximum}`,
  read(value) {
    if (!/^\d{1,9}$/.test(value)) throw new InvalidValue('is not a whole number')
    if (Number(value) < minimum || Number(value) > maximum)
      throw new InvalidValue(`is not from ${minimum} to ${maximum}`)
    return Number(value)
  },
})

const wholeDays = (minimum: number, maximum: number): Reader<number> => ({
  allowed: `a whole number of days from ${minimum} to ${maximum}`,
  read(text) {
    if (!/^\d{1,5}$/.test(text)) throw new InvalidValue('is not a whole number')
    if (Number(text) < minimum || Number(text) > maximum)
      throw new InvalidValue(`is not from ${minimum} to ${maximum}`)
    return Number(text)
  },
})

export const days = wholeDays(1, 36_500)

/** Of the history that the demo plant fills in. */
export const demoDays = wholeDays(0, 365)
