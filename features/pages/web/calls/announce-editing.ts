import { call } from '#kit/web/calls/call.ts'
import { announcePresence } from '../../contract/sharing.ts'

/** Says whether this tab edits a page; resolves with the names of the others who do. */
export async function announceEditing(
  id: string,
  tab: string,
  isEditing: boolean,
): Promise<readonly string[]> {
  const { data } = await call(
    announcePresence,
    { params: { id }, body: { tab, isEditing } },
    { keepalive: true },
  )
  return data.editors
}
