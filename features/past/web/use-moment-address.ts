import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import type { Player } from '#kit/web/live/recording/player.ts'
import { toast } from '#kit/web/toast.ts'
import { usePlayerState } from './use-player.ts'

/**
 * The address names the moment that stands, and another one in it is shown. While the past is
 * played the address stays as it is.
 */
export function useMomentAddress(player: Player, at: number, onMoment: (at: number) => void): void {
  const { isPlaying, isLoading } = usePlayerState(player)
  const translate = useTranslations('past')
  const written = useRef(at)
  useEffect(() => {
    // The player shows the latest moment in its place, and the address names that.
    if (at > serverClock.now()) toast('info', translate('future'))
  }, [at, translate])
  useEffect(() => {
    if (at === written.current) return
    written.current = at
    player.seek(at)
  }, [player, at])
  useEffect(() => {
    const shown = player.wanted()
    if (isPlaying || isLoading || shown === written.current) return
    written.current = shown
    onMoment(shown)
  }, [player, isPlaying, isLoading, onMoment])
}
