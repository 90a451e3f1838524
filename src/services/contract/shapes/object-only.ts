import * as v from 'valibot';

/**
 * The same schema, which takes no array: to valibot an array is an object, and it makes `{}` of it, so that no later step
 * of a pipe could see the difference.
 */
export function objectOnly<Schema extends v.GenericSchema>(schema: Schema): Schema {
  return {
    ...schema,
    '~run'(dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) {
      if (!Array.isArray(dataset.value)) return schema['~run'](dataset, config);
      v._addIssue(this as never, 'type', dataset, config);
      return dataset;
    },
  };
}
