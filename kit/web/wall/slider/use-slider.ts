import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { readText, storeText } from '../../browser/stored-text.ts'
import { useMedia } from '../../browser/use-media.ts'
import { useDetail } from '../../detail/use-detail.ts'
import { liveHub } from '../../live/index.ts'
import { pageAfter, readChoice, writeChoice, type Interval, type SliderChoice } from './slider.ts'

const choiceKey = 'warroom-slider'
/** A wall goes on by itself when nobody has touched it for so long. */
const wallRestMs = 120_000
/** The next page is fetched so long before it comes. */
const fetchAheadMs = 3_000

interface SliderInput {
  /** Ids, in their order. */
  readonly pages: readonly string[]
  readonly shown: string | undefined
  readonly isWall: boolean
  readonly onShow: (id: string) => void
  readonly onSoon: (id: string) => void
}

export interface Slider {
  readonly isPlaying: boolean
  /** Whether the next page is on its way: none is while the server is away. */
  readonly isTurning: boolean
  readonly seconds: Interval
  readonly play: () => void
  readonly pause: () => void
  readonly setSeconds: (seconds: Interval) => void
  /** Shows the page that is this many further. */
  readonly go: (steps: number) => void
}

/**
 * Shows one page after another while it plays. On a wall it plays by itself; elsewhere as the
 * person chose, and only by their press where they ask for little motion.
 */
export function useSlider({ pages, shown, isWall, onShow, onSoon }: SliderInput): Slider {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const [choice, setChoice] = useState(readStored)
  const [isPlaying, setPlaying] = useState(choice.isPlaying && !isStill)
  const [isWallResting, setWallResting] = useState(false)
  const change = (next: Partial<SliderChoice>) => {
    // Another tab may have chosen the rest anew.
    const changed = { ...readStored(), ...next }
    setChoice(changed)
    storeText(choiceKey, writeChoice(changed))
  }
  // Whoever reads a sensor's details over the page is left there.
  const isCovered = useDetail() !== null
  const isOn = (isWall ? !isWallResting : isPlaying) && pages.length > 1 && !isCovered
  // The last known values stay: a page that comes then has nothing to show.
  const isTurning = !useIsServerAway() && isOn
  const next = pageAfter(pages, shown, 1)
  // Of two pages the next one is also the one before: the time begins again with each.
  const turn = `${shown} ${next}`
  const { seconds } = choice
  const latest = useRef({ onShow, onSoon })
  useEffect(() => {
    latest.current = { onShow, onSoon }
  })
  useEffect(() => {
    const [, following] = turn.split(' ')
    if (!isTurning || following === undefined) return undefined
    const soon = setTimeout(() => latest.current.onSoon(following), seconds * 1_000 - fetchAheadMs)
    const timer = setTimeout(() => latest.current.onShow(following), seconds * 1_000)
    return () => {
      clearTimeout(soon)
      clearTimeout(timer)
    }
  }, [isTurning, turn, seconds])
  useEffect(() => {
    if (!isWallResting) return undefined
    const timer = setTimeout(() => setWallResting(false), wallRestMs)
    return () => clearTimeout(timer)
  }, [isWallResting])
  return {
    isPlaying: isOn,
    isTurning,
    seconds,
    play: () => {
      setWallResting(false)
      setPlaying(true)
      change({ isPlaying: true })
    },
    pause: () => {
      if (isWall) return setWallResting(true)
      setPlaying(false)
      change({ isPlaying: false })
    },
    setSeconds: (chosen) => change({ seconds: chosen }),
    go: (steps) => {
      const target = pageAfter(pages, shown, steps)
      if (target !== undefined) onShow(target)
    },
  }
}

/** Also where a moment of the past is shown: its pages come from the server too. */
const isServerAway = () => liveHub.connection().state === 'reconnecting'
const useIsServerAway = () => useSyncExternalStore(liveHub.watchConnection, isServerAway)

const readStored = (): SliderChoice => readChoice(readText(choiceKey))
