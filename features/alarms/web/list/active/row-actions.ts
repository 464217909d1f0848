/** What can be done from a row of the list; the same object while nothing of it changes. */
export interface RowActions {
  /** Whether the person may operate alarms at all. */
  readonly mayOperate: boolean
  /** Chooses the alarm, or no longer. */
  readonly choose: (id: number) => void
  /** Opens its details. */
  readonly open: (id: number) => void
  readonly acknowledge: (id: number) => void
  readonly reset: (id: number) => void
}
