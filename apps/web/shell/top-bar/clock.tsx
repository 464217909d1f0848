import { useLayoutEffect } from 'react'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { liveHub } from '#kit/web/live/index.ts'

/**
 * The site's time with day and date, by the server's clock, changing with the second: in the frame
 * in which everything else does that changes so.
 */
export function Clock() {
  const format = useFormat()
  const { whole, day, time } = useOnce(createElements)
  useLayoutEffect(() => {
    const write = () => {
      // It goes on while the connection is lost.
      const now = serverClock.now()
      whole.attribute('datetime', new Date(now).toISOString())
      day.text(`${format.weekday(now)} ${format.date(now)}`)
      time.text(format.clock(now))
    }
    write()
    return liveHub.everySecond(write)
  }, [format, whole, day, time])
  return whole.draw('time', {
    className: 'clock',
    children: [
      day.draw('span', { key: 'day', className: 'words' }),
      time.draw('b', { key: 'time' }),
    ],
  })
}

function createElements() {
  return { whole: new LiveElement(), day: new LiveElement(), time: new LiveElement() }
}
