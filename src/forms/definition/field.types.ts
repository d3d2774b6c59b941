export const FIELD_TYPES = ['string', 'number', 'date', 'boolean', 'array', 'file'] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

/** The validation presets, in their published order. */
export const PRESET_VALUES = ['email', 'url', 'tel', 'ipv4', 'ipv6', 'uuid', 'slug', 'hex_color', 'alpha_numeric', 'integer'] as const;

export type Preset = (typeof PRESET_VALUES)[number];

/** No leading underscore is allowed, so that no field can have the name of a control field such as `_redirect`. */
export const FIELD_NAME_PATTERN = /^[a-z][a-z0-9_]{0,63}$/;

/** A list is the set of allowed values; an object is stored for the client without being interpreted. */
export type FieldOptions = string[] | Record<string, unknown>;

export interface FieldDefinition {
  name: string;
  label: string | null;
  type: FieldType;
  required: boolean;
  options: FieldOptions | null;
  validation: Preset | null;
}
