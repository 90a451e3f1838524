import { endpoint } from '../endpoint.ts';
export { rewardDefinitions, tierDefinitions } from './first-requests.ts';

export const achievementDefinitions = endpoint('GET', '/v3/achievements/definitions', 'achievements.definitions.index');
export const addAchievementDefinition = endpoint('POST', '/v3/achievements/definitions', 'achievements.definitions.store');
export const readAchievementDefinition = endpoint('GET', '/v3/achievements/definitions/{definition}', 'achievements.definitions.show');
export const editAchievementDefinition = endpoint('PUT', '/v3/achievements/definitions/{definition}', 'achievements.definitions.update');
export const deleteAchievementDefinition = endpoint('DELETE', '/v3/achievements/definitions/{definition}', 'achievements.definitions.destroy');

export const benefitDefinitions = endpoint('GET', '/v3/benefits/definitions', 'benefits.definitions.index');
export const addBenefitDefinition = endpoint('POST', '/v3/benefits/definitions', 'benefits.definitions.store');
export const readBenefitDefinition = endpoint('GET', '/v3/benefits/definitions/{definition}', 'benefits.definitions.show');
export const editBenefitDefinition = endpoint('PUT', '/v3/benefits/definitions/{definition}', 'benefits.definitions.update');
export const deleteBenefitDefinition = endpoint('DELETE', '/v3/benefits/definitions/{definition}', 'benefits.definitions.destroy');
export const readBenefitDefinitionByHandle = endpoint('GET', '/v3/benefits/definitions/handle/{handle}', 'benefits.definitions.show-by-handle');
export const groupBenefitDefinitions = endpoint('GET', '/v3/benefits/definitions/group/campaign', 'benefits.definitions.group');
export const cloneBenefitDefinition = endpoint('POST', '/v3/benefits/definitions/{definition}/clone', 'benefits.definitions.clone');

export const brands = endpoint('GET', '/v3/brands', 'brands.index');
export const addBrand = endpoint('POST', '/v3/brands', 'brands.store');
export const readBrand = endpoint('GET', '/v3/brands/{brand}', 'brands.show');
export const editBrand = endpoint('PUT', '/v3/brands/{brand}', 'brands.update');
export const deleteBrand = endpoint('DELETE', '/v3/brands/{brand}', 'brands.destroy');

export const connectionDefinitions = endpoint('GET', '/v3/connections/definitions', 'connections.definitions.index');
export const addConnectionDefinition = endpoint('POST', '/v3/connections/definitions', 'connections.definitions.store');
export const readConnectionDefinition = endpoint('GET', '/v3/connections/definitions/{definition}', 'connections.definitions.show');
export const editConnectionDefinition = endpoint('PUT', '/v3/connections/definitions/{definition}', 'connections.definitions.update');
export const deleteConnectionDefinition = endpoint('DELETE', '/v3/connections/definitions/{definition}', 'connections.definitions.destroy');

export const connections = endpoint('GET', '/v3/connections', 'connections.index');
export const addConnection = endpoint('POST', '/v3/connections', 'connections.store');
export const readConnection = endpoint('GET', '/v3/connections/{connectionId}', 'connections.show');
export const editConnection = endpoint('PUT', '/v3/connections/{connectionId}', 'connections.update');
export const deleteConnection = endpoint('DELETE', '/v3/connections/{connectionId}', 'connections.destroy');

export const countries = endpoint('GET', '/v3/countries', 'countries.index');
export const addCountry = endpoint('POST', '/v3/countries', 'countries.store');
export const readCountry = endpoint('GET', '/v3/countries/{country}', 'countries.show');
export const editCountry = endpoint('PUT', '/v3/countries/{country}', 'countries.update');
export const deleteCountry = endpoint('DELETE', '/v3/countries/{country}', 'countries.destroy');

export const creditDefinitions = endpoint('GET', '/v3/credits/definitions', 'credits.definitions.index');
export const addCreditDefinition = endpoint('POST', '/v3/credits/definitions', 'credits.definitions.store');
export const readCreditDefinition = endpoint('GET', '/v3/credits/definitions/{definition}', 'credits.definitions.show');
export const editCreditDefinition = endpoint('PUT', '/v3/credits/definitions/{definition}', 'credits.definitions.update');
export const deleteCreditDefinition = endpoint('DELETE', '/v3/credits/definitions/{definition}', 'credits.definitions.destroy');

export const currencies = endpoint('GET', '/v3/currencies', 'currencies.index');
export const addCurrency = endpoint('POST', '/v3/currencies', 'currencies.store');
export const readCurrency = endpoint('GET', '/v3/currencies/{currency}', 'currencies.show');
export const editCurrency = endpoint('PUT', '/v3/currencies/{currency}', 'currencies.update');
export const deleteCurrency = endpoint('DELETE', '/v3/currencies/{currency}', 'currencies.destroy');

export const customFields = endpoint('GET', '/v3/custom-fields/{model}/{id}', 'custom-fields.index');
export const addCustomField = endpoint('POST', '/v3/custom-fields/{model}/{id}', 'custom-fields.store');
export const deleteCustomField = endpoint('DELETE', '/v3/custom-fields/{model}/{id}/{customField}', 'custom-fields.destroy');
export const batchDeleteCustomFields = endpoint('DELETE', '/v3/custom-fields/{model}/{id}/batchJsonDelete', 'custom-fields.batch.destroy');
export const searchCustomFields = endpoint('GET', '/v3/custom-fields/search', 'custom-fields.search');

export const departments = endpoint('GET', '/v3/departments', 'departments.index');
export const addDepartment = endpoint('POST', '/v3/departments', 'departments.store');
export const readDepartment = endpoint('GET', '/v3/departments/{department}', 'departments.show');
export const editDepartment = endpoint('PUT', '/v3/departments/{department}', 'departments.update');
export const deleteDepartment = endpoint('DELETE', '/v3/departments/{department}', 'departments.destroy');

export const pointDefinitions = endpoint('GET', '/v3/points/definitions', 'points.definitions.index');
export const addPointDefinition = endpoint('POST', '/v3/points/definitions', 'points.definitions.store');
export const readPointDefinition = endpoint('GET', '/v3/points/definitions/{definition}', 'points.definitions.show');
export const editPointDefinition = endpoint('PUT', '/v3/points/definitions/{definition}', 'points.definitions.update');
export const deletePointDefinition = endpoint('DELETE', '/v3/points/definitions/{definition}', 'points.definitions.destroy');

export const profileRegions = endpoint('GET', '/v3/profiles/{profile}/regions', 'profiles.regions.index');
export const addProfileRegion = endpoint('POST', '/v3/profiles/{profile}/regions', 'profiles.regions.store');
export const readProfileRegion = endpoint('GET', '/v3/profiles/{profile}/regions/{region}', 'profiles.regions.show');
export const editProfileRegion = endpoint('PUT', '/v3/profiles/{profile}/regions/{region}', 'profiles.regions.update');
export const deleteProfileRegion = endpoint('DELETE', '/v3/profiles/{profile}/regions/{region}', 'profiles.regions.destroy');

export const rates = endpoint('GET', '/v3/rates', 'rates.index');
export const addRate = endpoint('POST', '/v3/rates', 'rates.store');
export const readRate = endpoint('GET', '/v3/rates/{rate}', 'rates.show');
export const editRate = endpoint('PUT', '/v3/rates/{rate}', 'rates.update');
export const deleteRate = endpoint('DELETE', '/v3/rates/{rate}', 'rates.destroy');
export const calculateRate = endpoint('POST', '/v3/rates/calculate', 'rates.calculate');
export const searchRateAttributes = endpoint('GET', '/v3/rates/searchAttributes/{attribute}', 'rates.searchAttributes');

export const regions = endpoint('GET', '/v3/regions', 'regions.index');
export const addRegion = endpoint('POST', '/v3/regions', 'regions.store');
export const readRegion = endpoint('GET', '/v3/regions/{region}', 'regions.show');
export const editRegion = endpoint('PUT', '/v3/regions/{region}', 'regions.update');
export const deleteRegion = endpoint('DELETE', '/v3/regions/{region}', 'regions.destroy');

export const addRewardDefinition = endpoint('POST', '/v3/rewards/definitions', 'rewards.definitions.store');
export const readRewardDefinition = endpoint('GET', '/v3/rewards/definitions/{definition}', 'rewards.definitions.show');
export const editRewardDefinition = endpoint('PUT', '/v3/rewards/definitions/{definition}', 'rewards.definitions.update');
export const deleteRewardDefinition = endpoint('DELETE', '/v3/rewards/definitions/{definition}', 'rewards.definitions.destroy');

export const roleDefinitions = endpoint('GET', '/v3/roles/definitions', 'roles.definitions.index');
export const addRoleDefinition = endpoint('POST', '/v3/roles/definitions', 'roles.definitions.store');
export const readRoleDefinition = endpoint('GET', '/v3/roles/definitions/{definition}', 'roles.definitions.show');
export const editRoleDefinition = endpoint('PUT', '/v3/roles/definitions/{definition}', 'roles.definitions.update');
export const deleteRoleDefinition = endpoint('DELETE', '/v3/roles/definitions/{definition}', 'roles.definitions.destroy');

export const savedFilters = endpoint('GET', '/v3/saved-filters', 'saved-filters.index');
export const addSavedFilter = endpoint('POST', '/v3/saved-filters', 'saved-filters.store');
export const readSavedFilter = endpoint('GET', '/v3/saved-filters/{savedFilter}', 'saved-filters.show');
export const editSavedFilter = endpoint('PUT', '/v3/saved-filters/{savedFilter}', 'saved-filters.update');
export const deleteSavedFilter = endpoint('DELETE', '/v3/saved-filters/{savedFilter}', 'saved-filters.destroy');

export const statuses = endpoint('GET', '/v3/statuses', 'statuses.index');
export const addStatus = endpoint('POST', '/v3/statuses', 'statuses.store');
export const readStatus = endpoint('GET', '/v3/statuses/{status}', 'statuses.show');
export const editStatus = endpoint('PUT', '/v3/statuses/{status}', 'statuses.update');
export const deleteStatus = endpoint('DELETE', '/v3/statuses/{status}', 'statuses.destroy');

export const systems = endpoint('GET', '/v3/systems', 'systems.index');
export const addSystem = endpoint('POST', '/v3/systems', 'systems.store');
export const readSystem = endpoint('GET', '/v3/systems/{system}', 'systems.show');
export const deleteSystem = endpoint('DELETE', '/v3/systems/{system}', 'systems.destroy');

export const tags = endpoint('GET', '/v3/tags', 'tags.index');
export const addTag = endpoint('POST', '/v3/tags', 'tags.store');
export const readTag = endpoint('GET', '/v3/tags/{tag}', 'tags.show');
export const deleteTag = endpoint('DELETE', '/v3/tags/{tag}', 'tags.destroy');

export const tenantCustomFields = endpoint('GET', '/v3/tenants/custom-fields', 'tenants.custom-fields.index');
export const addTenantCustomField = endpoint('POST', '/v3/tenants/custom-fields', 'tenants.custom-fields.store');
export const readTenantCustomField = endpoint('GET', '/v3/tenants/custom-fields/{custom_field}', 'tenants.custom-fields.show');
export const editTenantCustomField = endpoint('PUT', '/v3/tenants/custom-fields/{custom_field}', 'tenants.custom-fields.update');
export const deleteTenantCustomField = endpoint('DELETE', '/v3/tenants/custom-fields/{custom_field}', 'tenants.custom-fields.destroy');

export const addTierDefinition = endpoint('POST', '/v3/tiers/definitions', 'tiers.definitions.store');
export const readTierDefinition = endpoint('GET', '/v3/tiers/definitions/{definition}', 'tiers.definitions.show');
export const editTierDefinition = endpoint('PUT', '/v3/tiers/definitions/{definition}', 'tiers.definitions.update');
export const deleteTierDefinition = endpoint('DELETE', '/v3/tiers/definitions/{definition}', 'tiers.definitions.destroy');

export const campaigns = endpoint('GET', '/v3/campaigns', 'campaigns.index');
export const addCampaign = endpoint('POST', '/v3/campaigns', 'campaigns.store');
export const readCampaign = endpoint('GET', '/v3/campaigns/{campaign}', 'campaigns.show');
export const editCampaign = endpoint('PUT', '/v3/campaigns/{campaign}', 'campaigns.update');
export const deleteCampaign = endpoint('DELETE', '/v3/campaigns/{campaign}', 'campaigns.destroy');
export const previewCampaign = endpoint('POST', '/v3/campaigns/preview', 'campaigns.preview');
