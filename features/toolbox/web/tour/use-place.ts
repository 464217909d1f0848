import { useEffect, useState } from 'react'
import { placeCard, type Box } from './place-card.ts'
import { targetOf, type TourStep } from './tour-steps.ts'

/** Targets move when banners come, menus fold and screens change. */
const checkIntervalMs = 150

interface Place {
  /** Of the card; null until it has been measured. */
  readonly place: { readonly left: number; readonly top: number } | null
  /** Around what the step is about; null while that cannot be seen. */
  readonly ring: Box | null
}

/** Where the card of a step stands, and what it points at, as long as it is shown. */
export function usePlace(card: { readonly current: HTMLElement | null }, step: TourStep): Place {
  const [shown, setShown] = useState<Place>({ place: null, ring: null })
  useEffect(() => {
    const update = () => {
      if (card.current)
        setShown((before) => sameOr(before, placeOf(card.current as HTMLElement, step)))
    }
    targetOf(step)?.scrollIntoView({ block: 'nearest' })
    update()
    const timer = setInterval(update, checkIntervalMs)
    window.addEventListener('resize', update)
    return () => {
      clearInterval(timer)
      window.removeEventListener('resize', update)
    }
  }, [card, step])
  return shown
}

function placeOf(card: HTMLElement, step: TourStep): Place {
  const target = targetOf(step)
  const size = { width: innerWidth, height: innerHeight }
  const { left, top } = placeCard({
    window: size,
    card: { width: card.offsetWidth, height: card.offsetHeight },
    target: target ? boxOf(target) : { left: 0, top: 0, width: 0, height: 0 },
    banners: [...document.querySelectorAll('.alarm-banner')].map(boxOf),
  })
  return { place: { left, top }, ring: target && boxOf(target) }
}

function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}

const sameOr = (before: Place, next: Place): Place =>
  JSON.stringify(before) === JSON.stringify(next) ? before : next
