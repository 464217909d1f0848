import { DataChangeNotification, type DataValue, type NotificationMessage } from 'node-opcua-client'

/** Statuses of a node that is not there any more, or that the server does not watch any more. */
export const goneStatuses: ReadonlySet<string> = new Set([
  'BadNodeIdUnknown',
  'BadNodeIdInvalid',
  'BadMonitoredItemIdInvalid',
])

/** The values of one publication, with the numbers of their items, in the order of the server. */
export function* valuesOf({
  notificationData,
}: NotificationMessage): Generator<{ readonly index: number; readonly data: DataValue }> {
  for (const notification of notificationData ?? [])
    if (notification instanceof DataChangeNotification)
      for (const { clientHandle, value } of notification.monitoredItems ?? [])
        yield { index: clientHandle - 1, data: value }
}
