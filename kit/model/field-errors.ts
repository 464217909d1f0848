/**
 * Why a field is refused: every code with the sentence that a reader of the API gets beside it. The
 * list is closed; a name in braces is a parameter of the code. People read the texts
 * `errors.fields.*` of the catalogues instead.
 */
export const fieldErrorSentences = {
  required: 'is required',
  wrong_type: 'must be {expected}',
  not_an_option: 'must be one of {options}',
  unknown_members: 'has members that are not known here: {names}',
  too_short: 'must have at least {minimum} characters',
  too_long: 'must have at most {maximum} characters',
  too_few: 'must have at least {minimum} entries',
  too_many: 'must have at most {maximum} entries',
  too_small: 'must be at least {minimum}',
  readings_expired: 'must be at least {from}: readings of before have expired, columns have not',
  kept_shorter: 'must not be shorter than the time above it',
  time_of_day: 'must be a time of day such as 06:00',
  too_large: 'must be at most {maximum}',
  repeated: 'must not name anything twice',
  unstorable_characters: 'contains characters that can not be stored',
  not_accepted: 'is not accepted',

  email: 'must be an e-mail address',
  lesi_id: 'must be 3 to 64 of A–Z a–z 0–9 _ -',
  beyond_own_contract: 'must lie within the days of your own contract',
  wrong_claim_code: 'does not belong to this LESI ID',
  claimed_already: 'names a device that has a parent account already',
  line_repeats: 'stands on line {line} already',
  more_cells_than_columns: 'has more cells than there are columns ({maximum})',
  unreadable_csv: 'is no table from line {line} on',
  bad_lines: 'has {count} lines that can not be added',
  no_good_lines: 'has no line that can be added',
  other_name: 'is not the name of what is to be deleted',
  connector_name_taken: 'is the name of another connector',
  unknown_connector_kind: 'is no kind of connectors',
  device_not_configurable: 'names {lesiId}, a device that you may not configure',
  secret_for_other_address: 'must be entered again, because the address is another one',
  lesi_id_taken: 'is the LESI ID of another device',
  certificate_pem: 'must be a certificate in PEM',
  private_key: 'must hold no private key',
  certificate_subject: 'must be parts such as CN=PUMP-1, O=Plant',
  certificate_taken: 'is bound to a device already',
  no_authority: 'needs TLS_CLIENT_CA, the authority whose certificates count',
  silence_below_interval: 'must be at least the expected interval',
  role_name: 'must be of letters, digits, spaces, _ and -',
  email_taken: 'is used by another account',
  role_name_taken: 'is used by another role',
  unknown_account: 'names an account that does not exist',
  unknown_right: 'names {name}, which does not exist',
  beyond_own_rights: 'names {name}, which only somebody who has it can give',

  wrong_password: 'is not the present password',
  wrong_code: 'is wrong',
  six_digits: 'must be six digits',
  captcha: 'was not passed',
  password_short: 'must have at least {minimum} characters',
  password_common: 'is too easy to guess',
  password_personal: 'must not be made of the name or the e-mail address',
  password_unchanged: 'must differ from the present password',

  picture_format: 'must be a PNG, JPEG or WebP picture',
  picture_pixels: 'has more than {maximum} million pixels',
  picture_shape: 'is more than {maximum} times as long as it is wide',
  picture_damaged: 'is damaged',

  period:
    'must be today, last-week, this-week, 7-days, 30-days or two days that exist, ' +
    'of 1970 to 2099, as 2026-01-01..2026-01-31',
  end_before_start: 'must be later than the start',
  in_future: 'must not lie in the future',
  range_too_long: 'must be at most {hours} hours after the start',
  too_many_readings:
    'asks for more than {maximum} readings; ask for columns or for a shorter range',
  period_too_long: 'must be at most {days} days after the start',
  export_too_large: 'covers more than {maximum} readings; choose a step or a shorter period',
  no_such_file: 'names no finished file of yours',
  exports_under_way: 'must wait until one of your {maximum} exports under way has ended',
  imports_open: 'must wait until one of your {maximum} imports whose file is there is removed',
  no_shifts: 'needs shifts, which the site does not have',
  unknown_zone: 'must be the name of a time zone, such as Asia/Taipei',
  zero: 'must not be zero',
  greater_than: 'must be greater than {minimum}',
  not_for_calculated: 'has no effect: its values are calculated and not converted',
  not_for_type: 'has no meaning for sensors of type {type}',
  changed_meanwhile: 'has been changed by somebody else meanwhile',
  unknown_sensor: 'names no sensor',
  unknown_page: 'names no page',
  person_or_role: 'must be left out where a person is named',
  shared_with_owner: 'is the address of whose it is',
  cannot_own_board: 'names an account that can not have pages of this kind',
  part_id: 'must be 1 to 40 of A–Z a–z 0–9 _ -',
  input_name: 'must be a letter and at most 31 more letters, digits and _',
  widget_kind: 'must be the name of a kind of widget',
  area_out_of_range: 'lies outside the page',
  widget_out_of_range: 'lies outside the columns',
  too_many_sensors: 'names more than {maximum} sensors',
  sensor_exceeds_area: 'exceeds the area',
  place_taken: 'lies upon another one',
  sensor_duplicate: 'is in the area already',
  unknown_device: 'names no device',
  inner_target: 'leads into the own network, which WEBHOOK_NETWORKS does not allow',
  web_url: 'must be an address of the web that begins with https:// or http://',
  expression: 'is no expression: {reason}',
  expression_name: 'names {name}, which is neither an input nor a function',
  other_device: 'is a sensor of another device: only an administrator combines devices',
  calculation_cycle: 'is calculated from itself: {path}',
  calculation_levels: 'is calculated from calculated sensors more than {maximum} times over',
  sensor_of_device: 'is the key of a sensor that the device sends',
  device_full: 'is of a device that has as many sensors as it can have',
  unknown_column: 'is no column that is known here',
  whole_from_zero: 'must be a whole number from 0 on',
  moment_text: 'must be a moment such as 2026-11-20T06:00:00Z, a day or ms since 1970',
  time_text: 'must be a time such as 500 ms, 10 s or 5 min',
  time_too_long: 'must be at most {days} days',
  topic_template: 'must be levels between /, each a text, +, {device} or {sensor}; # may end it',
  opcua_url: 'must be the address of an OPC UA server, such as opc.tcp://host:4840',
  node_id: 'must be a node id, such as ns=2;s=name',
  array_element: 'must be one number for each dimension, such as 3 or 1,2',
  broker_url: 'must be the address of a broker ({schemes}), without name and password',
  document_path: 'must be a path such as {example}',
  sparkplug_topic:
    'is of Sparkplug: the server takes it as its host at its own broker, or at that of MQTT_URL',
  rule_without_device: 'must be given, as the topic has no {device}',
  states_line: 'must be meanings such as 1=green:Running; 2=red',
  commands_off: 'names a device that takes no commands: they are switched off',
  unknown_target: 'names nothing that the device takes now',
  command_under_way: 'has a command under way; wait for its outcome',
  confirmed_too_long_ago: 'lies too far from now; confirm the command again',
  other_command: 'is the id of another command',
  always_the_same: 'would always be true, or never',
  limits_contradict: 'contradicts another limit of the sensor',
  deadband_too_large: 'must be less than {span}, the whole span',
  suppression_cycle: 'would suppress itself: {path}',
  unknown_rule: 'names no rule',
  pattern_of_all_devices: 'may be a pattern for administrators alone',
  minimum_above_maximum: 'must not be above the upper limit',
  /** A part of a telemetry document, in the words of whoever reads such documents. */
  document: '{reason}',
} as const

export type FieldErrorCode = keyof typeof fieldErrorSentences

type Names<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never
type Parameters<Code extends FieldErrorCode> = Readonly<
  Record<Names<(typeof fieldErrorSentences)[Code]>, string | number>
>

/** Why a field is refused, for programs. */
export interface FieldError {
  readonly code: FieldErrorCode
  readonly parameters: Readonly<Record<string, string | number>>
}

/** A code with the parameters that belong to it. */
export function fieldError<Code extends FieldErrorCode>(
  code: Code,
  ...[parameters]: Names<(typeof fieldErrorSentences)[Code]> extends never ? [] : [Parameters<Code>]
): FieldError {
  return { code, parameters: parameters ?? {} }
}

/** The English sentence of a field error, to be read after the name of the field. */
export function sentenceOf({ code, parameters }: FieldError): string {
  return fieldErrorSentences[code].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(parameters[name] ?? ''),
  )
}

/** What a rule of a schema needs so that a value which breaks it is refused with this error. */
export function rule(error: FieldError) {
  return { message: sentenceOf(error), params: { fieldError: error } }
}
