import { useEffect } from 'react'
import type { Player } from '#kit/web/live/recording/player.ts'

/** Fields, buttons and lists have keys of their own. */
const busy = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=slider]'
const pressed = `${busy}, button, a, summary`

/** Space plays and pauses, arrows step, with Shift to the next event; J plays backwards. */
export function usePastKeys(player: Player, toEvent: (direction: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, shiftKey } = event
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return
      if (target.closest(key === ' ' ? pressed : busy)) return
      const direction = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : null
      if (key === ' ') toggle(player)
      else if (key === 'j' || key === 'J') player.play(-1)
      else if (direction === null) return
      else if (shiftKey) toEvent(direction)
      else void player.step(direction)
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [player, toEvent])
}

/** Plays on in the direction of before, or pauses. */
export function toggle(player: Player): void {
  const { isPlaying, direction } = player.state()
  if (isPlaying) player.pause()
  else player.play(direction)
}
