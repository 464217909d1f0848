import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { readDashboard } from '#features/pages/contract/dashboards.ts'
import type { BoardSummary } from '#features/pages/contract/board.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { PageSlider } from '#kit/web/wall/slider/page-slider.tsx'
import { useInteraction } from '#kit/web/wall/slider/use-interaction.ts'
import { useSlider } from '#kit/web/wall/slider/use-slider.ts'
import { WallHead } from '#kit/web/wall/wall-head.tsx'
import type { Wall } from './use-wall.ts'

interface BoardWallProps {
  /** Null: the automatic arrangement, which stays. */
  readonly id: string | null
  /** Undefined while they are on their way. */
  readonly dashboards: readonly BoardSummary[] | undefined
  readonly wall: Wall
  /** Null: the automatic arrangement. */
  readonly onShow: (id: string | null) => void
}

const none: readonly BoardSummary[] = []

/** The head of the war room on a wall; dashboards follow one another. */
export function BoardWall({ id, dashboards, wall, onShow }: BoardWallProps) {
  const translate = useTranslations('dashboard.board')
  const client = useQueryClient()
  const stage = useRef(document.body)
  const slides = id === null ? none : (dashboards ?? none)
  const shown = slides.find((each) => each.id === id)
  const slider = useSlider({
    ...{ pages: slides.map((each) => each.id), shown: id ?? undefined, isWall: true, onShow },
    // It is asked for again, and says so, when its turn comes.
    onSoon: (next) =>
      void client.prefetchQuery({
        ...queryOf(readDashboard, { params: { id: next } }),
        meta: { quiet: true },
      }),
  })
  useInteraction(stage, slider.isPlaying ? slider.pause : null)
  // Nobody operates a wall: it goes on with the others when a dashboard has gone.
  const isGone = id !== null && dashboards !== undefined && shown === undefined
  const first = dashboards?.[0]?.id ?? null
  useEffect(() => {
    if (isGone) onShow(first)
  }, [isGone, first, onShow])
  return (
    <WallHead name={id === null ? translate('automatic') : (shown?.name ?? '')} setWall={wall.set}>
      {id !== null && slides.length > 1 && (
        <PageSlider kind="dashboard" pages={slides} shownId={id} {...{ slider, onShow }} />
      )}
    </WallHead>
  )
}
