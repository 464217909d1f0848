import { browseConnector } from '#features/connectors/contract/routes.ts'
import type { BrowseRequest } from '#features/connectors/contract/kinds/mqtt/discovery.ts'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { useEntries } from '../../form/entries.tsx'

/** Asks the broker of the form, as it is entered now. Failures are shown where it is asked. */
export function useBrowse() {
  const { id, settings, secrets } = useEntries()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (request: BrowseRequest) =>
      // Rules are tried by the request itself: wrong ones do not stop a look.
      call(browseConnector, {
        body: { kind: 'mqtt', id, settings: { ...settings, rules: [] }, secrets, request },
      }),
  })
}
