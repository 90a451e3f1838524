import { get, post, put, remove } from '../endpoint.ts';

export const achievementDefinitions = get('/v3/achievements/definitions', 'achievements.definitions.index');
export const addAchievementDefinition = post('/v3/achievements/definitions', 'achievements.definitions.store');
export const readAchievementDefinition = get('/v3/achievements/definitions/{definition}', 'achievements.definitions.show');
export const editAchievementDefinition = put('/v3/achievements/definitions/{definition}', 'achievements.definitions.update');
export const deleteAchievementDefinition = remove('/v3/achievements/definitions/{definition}', 'achievements.definitions.destroy');

export const benefitDefinitions = get('/v3/benefits/definitions', 'benefits.definitions.index');
export const addBenefitDefinition = post('/v3/benefits/definitions', 'benefits.definitions.store');
export const readBenefitDefinition = get('/v3/benefits/definitions/{definition}', 'benefits.definitions.show');
export const editBenefitDefinition = put('/v3/benefits/definitions/{definition}', 'benefits.definitions.update');
export const deleteBenefitDefinition = remove('/v3/benefits/definitions/{definition}', 'benefits.definitions.destroy');
export const readBenefitDefinitionByHandle = get('/v3/benefits/definitions/handle/{handle}', 'benefits.definitions.show-by-handle');
export const groupBenefitDefinitions = get('/v3/benefits/definitions/group/campaign', 'benefits.definitions.group');
export const cloneBenefitDefinition = post('/v3/benefits/definitions/{definition}/clone', 'benefits.definitions.clone');

export const brands = get('/v3/brands', 'brands.index');
export const addBrand = post('/v3/brands', 'brands.store');
export const readBrand = get('/v3/brands/{brand}', 'brands.show');
export const editBrand = put('/v3/brands/{brand}', 'brands.update');
export const deleteBrand = remove('/v3/brands/{brand}', 'brands.destroy');

export const connectionDefinitions = get('/v3/connections/definitions', 'connections.definitions.index');
export const addConnectionDefinition = post('/v3/connections/definitions', 'connections.definitions.store');
export const readConnectionDefinition = get('/v3/connections/definitions/{definition}', 'connections.definitions.show');
export const editConnectionDefinition = put('/v3/connections/definitions/{definition}', 'connections.definitions.update');
export const deleteConnectionDefinition = remove('/v3/connections/definitions/{definition}', 'connections.definitions.destroy');

export const connections = get('/v3/connections', 'connections.index');
export const addConnection = post('/v3/connections', 'connections.store');
export const readConnection = get('/v3/connections/{connectionId}', 'connections.show');
export const editConnection = put('/v3/connections/{connectionId}', 'connections.update');
export const deleteConnection = remove('/v3/connections/{connectionId}', 'connections.destroy');

export const countries = get('/v3/countries', 'countries.index');
export const addCountry = post('/v3/countries', 'countries.store');
export const readCountry = get('/v3/countries/{country}', 'countries.show');
export const editCountry = put('/v3/countries/{country}', 'countries.update');
export const deleteCountry = remove('/v3/countries/{country}', 'countries.destroy');

export const creditDefinitions = get('/v3/credits/definitions', 'credits.definitions.index');
export const addCreditDefinition = post('/v3/credits/definitions', 'credits.definitions.store');
export const readCreditDefinition = get('/v3/credits/definitions/{definition}', 'credits.definitions.show');
export const editCreditDefinition = put('/v3/credits/definitions/{definition}', 'credits.definitions.update');
export const deleteCreditDefinition = remove('/v3/credits/definitions/{definition}', 'credits.definitions.destroy');

export const currencies = get('/v3/currencies', 'currencies.index');
export const addCurrency = post('/v3/currencies', 'currencies.store');
export const readCurrency = get('/v3/currencies/{currency}', 'currencies.show');
export const editCurrency = put('/v3/currencies/{currency}', 'currencies.update');
export const deleteCurrency = remove('/v3/currencies/{currency}', 'currencies.destroy');

export const customFields = get('/v3/custom-fields/{model}/{id}', 'custom-fields.index');
export const addCustomField = post('/v3/custom-fields/{model}/{id}', 'custom-fields.store');
export const deleteCustomField = remove('/v3/custom-fields/{model}/{id}/{customField}', 'custom-fields.destroy');
export const batchDeleteCustomFields = remove('/v3/custom-fields/{model}/{id}/batchJsonDelete', 'custom-fields.batch.destroy');
export const searchCustomFields = get('/v3/custom-fields/search', 'custom-fields.search');

export const departments = get('/v3/departments', 'departments.index');
export const addDepartment = post('/v3/departments', 'departments.store');
export const readDepartment = get('/v3/departments/{department}', 'departments.show');
export const editDepartment = put('/v3/departments/{department}', 'departments.update');
export const deleteDepartment = remove('/v3/departments/{department}', 'departments.destroy');

export const pointDefinitions = get('/v3/points/definitions', 'points.definitions.index');
export const addPointDefinition = post('/v3/points/definitions', 'points.definitions.store');
export const readPointDefinition = get('/v3/points/definitions/{definition}', 'points.definitions.show');
export const editPointDefinition = put('/v3/points/definitions/{definition}', 'points.definitions.update');
export const deletePointDefinition = remove('/v3/points/definitions/{definition}', 'points.definitions.destroy');

export const profileRegions = get('/v3/profiles/{profile}/regions', 'profiles.regions.index');
export const addProfileRegion = post('/v3/profiles/{profile}/regions', 'profiles.regions.store');
export const readProfileRegion = get('/v3/profiles/{profile}/regions/{region}', 'profiles.regions.show');
export const editProfileRegion = put('/v3/profiles/{profile}/regions/{region}', 'profiles.regions.update');
export const deleteProfileRegion = remove('/v3/profiles/{profile}/regions/{region}', 'profiles.regions.destroy');

export const rates = get('/v3/rates', 'rates.index');
export const addRate = post('/v3/rates', 'rates.store');
export const readRate = get('/v3/rates/{rate}', 'rates.show');
export const editRate = put('/v3/rates/{rate}', 'rates.update');
export const deleteRate = remove('/v3/rates/{rate}', 'rates.destroy');
export const calculateRate = post('/v3/rates/calculate', 'rates.calculate');
export const searchRateAttributes = get('/v3/rates/searchAttributes/{attribute}', 'rates.searchAttributes');

export const regions = get('/v3/regions', 'regions.index');
export const addRegion = post('/v3/regions', 'regions.store');
export const readRegion = get('/v3/regions/{region}', 'regions.show');
export const editRegion = put('/v3/regions/{region}', 'regions.update');
export const deleteRegion = remove('/v3/regions/{region}', 'regions.destroy');

export const rewardDefinitions = get('/v3/rewards/definitions', 'rewards.definitions.index');
export const addRewardDefinition = post('/v3/rewards/definitions', 'rewards.definitions.store');
export const readRewardDefinition = get('/v3/rewards/definitions/{definition}', 'rewards.definitions.show');
export const editRewardDefinition = put('/v3/rewards/definitions/{definition}', 'rewards.definitions.update');
export const deleteRewardDefinition = remove('/v3/rewards/definitions/{definition}', 'rewards.definitions.destroy');

export const roleDefinitions = get('/v3/roles/definitions', 'roles.definitions.index');
export const addRoleDefinition = post('/v3/roles/definitions', 'roles.definitions.store');
export const readRoleDefinition = get('/v3/roles/definitions/{definition}', 'roles.definitions.show');
export const editRoleDefinition = put('/v3/roles/definitions/{definition}', 'roles.definitions.update');
export const deleteRoleDefinition = remove('/v3/roles/definitions/{definition}', 'roles.definitions.destroy');

export const savedFilters = get('/v3/saved-filters', 'saved-filters.index');
export const addSavedFilter = post('/v3/saved-filters', 'saved-filters.store');
export const readSavedFilter = get('/v3/saved-filters/{savedFilter}', 'saved-filters.show');
export const editSavedFilter = put('/v3/saved-filters/{savedFilter}', 'saved-filters.update');
export const deleteSavedFilter = remove('/v3/saved-filters/{savedFilter}', 'saved-filters.destroy');

export const statuses = get('/v3/statuses', 'statuses.index');
export const addStatus = post('/v3/statuses', 'statuses.store');
export const readStatus = get('/v3/statuses/{status}', 'statuses.show');
export const editStatus = put('/v3/statuses/{status}', 'statuses.update');
export const deleteStatus = remove('/v3/statuses/{status}', 'statuses.destroy');

export const systems = get('/v3/systems', 'systems.index');
export const addSystem = post('/v3/systems', 'systems.store');
export const readSystem = get('/v3/systems/{system}', 'systems.show');
export const deleteSystem = remove('/v3/systems/{system}', 'systems.destroy');

export const tags = get('/v3/tags', 'tags.index');
export const addTag = post('/v3/tags', 'tags.store');
export const readTag = get('/v3/tags/{tag}', 'tags.show');
export const deleteTag = remove('/v3/tags/{tag}', 'tags.destroy');

export const tenantCustomFields = get('/v3/tenants/custom-fields', 'tenants.custom-fields.index');
export const addTenantCustomField = post('/v3/tenants/custom-fields', 'tenants.custom-fields.store');
export const readTenantCustomField = get('/v3/tenants/custom-fields/{custom_field}', 'tenants.custom-fields.show');
export const editTenantCustomField = put('/v3/tenants/custom-fields/{custom_field}', 'tenants.custom-fields.update');
export const deleteTenantCustomField = remove('/v3/tenants/custom-fields/{custom_field}', 'tenants.custom-fields.destroy');

export const tierDefinitions = get('/v3/tiers/definitions', 'tiers.definitions.index');
export const addTierDefinition = post('/v3/tiers/definitions', 'tiers.definitions.store');
export const readTierDefinition = get('/v3/tiers/definitions/{definition}', 'tiers.definitions.show');
export const editTierDefinition = put('/v3/tiers/definitions/{definition}', 'tiers.definitions.update');
export const deleteTierDefinition = remove('/v3/tiers/definitions/{definition}', 'tiers.definitions.destroy');
