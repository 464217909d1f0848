import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'

interface ParseSettings {
  utc?: boolean
}
interface Parser {
  parse(settings: ParseSettings): void
}

// What reads typed texts must be there before: the last plugin is asked first.
dayjs.extend(customParseFormat)
dayjs.extend(utc)

/**
 * The calendars of the component library show and give back wall clocks of the site, and know no
 * zone but the browser's. Read as UTC every time of day is there once, also on days on which the
 * browser's own clock changes.
 */
dayjs.extend((_options, Moment) => {
  const prototype = Moment.prototype as unknown as Parser
  const { parse } = prototype
  prototype.parse = function (this: Parser, settings) {
    settings.utc = true
    parse.call(this, settings)
  }
})
