/** Where alarms began on a line of time; the feature of alarms answers. */
export interface AlarmTimes {
  /**
   * How many alarms of these sensors, and about these devices themselves, began in each bucket
   * since `from` until before `until` (ms UTC), with the most urgent of their priorities (1 to 3).
   * Buckets without any are left out, and what is only recorded.
   */
  readonly countBegun: (
    asked: {
      readonly sensorIds: readonly number[]
      readonly deviceIds: readonly number[]
      readonly from: number
    },
    span: { readonly until: number; readonly bucketMs: number },
  ) => Promise<
    readonly { readonly bucket: number; readonly count: number; readonly priority: number }[]
  >
}
