import { useCallback, useState, type UIEvent } from 'react'

/** What of a scrolled list can be seen, in px. */
export interface Room {
  readonly width: number
  readonly height: number
  readonly scrolled: number
}

/** How far must be scrolled before anything is drawn again. */
const stepPx = 100

/** The room of an element that scrolls; null before it was measured. */
export function useRoom() {
  const [room, setRoom] = useState<Room | null>(null)
  const measure = useCallback((element: HTMLElement) => {
    const next = () => ({
      width: element.clientWidth,
      height: element.clientHeight,
      scrolled: Math.floor(element.scrollTop / stepPx) * stepPx,
    })
    const update = () =>
      setRoom((last) => {
        const room = next()
        const isSame =
          last?.width === room.width &&
          last.height === room.height &&
          last.scrolled === room.scrolled
        return isSame ? last : room
      })
    update()
    return update
  }, [])
  const ref = useCallback(
    (element: HTMLDivElement) => {
      const update = measure(element)
      const observer = new ResizeObserver(update)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [measure],
  )
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => void measure(currentTarget)
  return { room, ref, onScroll }
}
