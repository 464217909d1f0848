const quietMs = 60_000
const maximumCharacters = 100

/**
 * Reports notifications that nobody understands: the first of a channel, then at most one report a
 * minute with how many there were.
 */
export function unknownNotifications(report: (error: Error) => void, now: () => number = Date.now) {
  const channels = new Map<string, { reportedAt: number; count: number }>()
  return (channel: string, text: string): void => {
    const state = channels.get(channel) ?? { reportedAt: -Infinity, count: 0 }
    channels.set(channel, state)
    state.count++
    if (now() - state.reportedAt < quietMs) return
    const excerpt = JSON.stringify(text.slice(0, maximumCharacters))
    report(
      new Error(
        `${state.count} notification(s) on ${channel} were left out: nobody understands ${excerpt}`,
      ),
    )
    Object.assign(state, { reportedAt: now(), count: 0 })
  }
}
