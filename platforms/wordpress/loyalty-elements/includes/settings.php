<?php
/**
 * The settings, and their page in the administration.
 *
 * @package LoyaltyElements
 */

declare(strict_types=1);

namespace LoyaltyElements;

defined( 'ABSPATH' ) || exit;

const SETTINGS      = 'loyalty_elements';
const SECRET        = 'loyalty_elements_secret';
const SETTINGS_PAGE = 'loyalty-elements';

/** All settings besides the secret, complete. */
function settings(): array {
	$stored = get_option( SETTINGS );
	return array_merge(
		array(
			'base_url'   => '',
			'platform'   => '',
			'consent'    => false,
			'heart'      => false,
			'grid_heart' => false,
		),
		is_array( $stored ) ? $stored : array()
	);
}

/** The secret that signs customer ids: the constant of wp-config.php, or what the settings page has stored; '' without one. */
function secret(): string {
	if ( defined( 'LOYALTY_ELEMENTS_SECRET' ) ) {
		return (string) constant( 'LOYALTY_ELEMENTS_SECRET' );
	}
	return (string) get_option( SECRET, '' );
}

add_action(
	'admin_menu',
	static function (): void {
		add_options_page(
			__( 'Loyalty Elements', 'loyalty-elements' ),
			__( 'Loyalty Elements', 'loyalty-elements' ),
			'manage_options',
			SETTINGS_PAGE,
			__NAMESPACE__ . '\show_settings_page'
		);
	}
);

add_action(
	'admin_init',
	static function (): void {
		register_setting( SETTINGS_PAGE, SETTINGS, array( 'sanitize_callback' => __NAMESPACE__ . '\check_settings' ) );
		register_setting( SETTINGS_PAGE, SECRET, array( 'sanitize_callback' => __NAMESPACE__ . '\check_secret' ) );
		// Not loaded on every request.
		add_option( SECRET, '', '', 'no' );
	}
);

/**
 * What is stored of the form. A wrong value is refused with a reason, and the old one stays.
 *
 * @param mixed $sent The values of the form.
 */
function check_settings( $sent ): array {
	$settings = settings();
	$sent     = is_array( $sent ) ? $sent : array();
	$base_url = trim( (string) ( $sent['base_url'] ?? '' ) );
	$platform = trim( (string) ( $sent['platform'] ?? '' ) );
	// The elements refuse any other address: https without a port, or this machine for a trial.
	$address = '#^(https://[a-z\d]([a-z\d.-]*[a-z\d])?|https?://(localhost|127\.0\.0\.1)(:\d{1,5})?)(/[\w.~-]+)*/?$#iD';
	if ( '' === $base_url || 1 === preg_match( $address, $base_url ) ) {
		$settings['base_url'] = $base_url;
	} else {
		add_settings_error(
			SETTINGS,
			'base_url',
			__( 'The address was not stored: it must begin with https and have no port.', 'loyalty-elements' )
		);
	}
	if ( '' === $platform || 1 === preg_match( '/^[\w.~-]+$/D', $platform ) ) {
		$settings['platform'] = $platform;
	} else {
		add_settings_error(
			SETTINGS,
			'platform',
			__( 'The platform was not stored: it has letters, digits, dots and hyphens only.', 'loyalty-elements' )
		);
	}
	$settings['consent']    = ! empty( $sent['consent'] );
	$settings['heart']      = ! empty( $sent['heart'] );
	$settings['grid_heart'] = ! empty( $sent['grid_heart'] );
	return $settings;
}

/**
 * The secret that is stored. The page never shows it, so an empty field keeps it.
 *
 * @param mixed $sent The value of the form.
 */
function check_secret( $sent ): string {
	$secret = is_string( $sent ) ? trim( $sent ) : '';
	return '' === $secret ? (string) get_option( SECRET, '' ) : $secret;
}

/** The page below Settings. */
function show_settings_page(): void {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$settings = settings();
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Loyalty Elements', 'loyalty-elements' ); ?></h1>
		<form action="options.php" method="post">
			<?php settings_fields( SETTINGS_PAGE ); ?>
			<table class="form-table" role="presentation">
				<tr>
					<th scope="row"><label for="loyalty-base-url"><?php esc_html_e( 'Address of the service', 'loyalty-elements' ); ?></label></th>
					<td>
						<input class="regular-text" id="loyalty-base-url" name="<?php echo esc_attr( SETTINGS ); ?>[base_url]"
							value="<?php echo esc_attr( $settings['base_url'] ); ?>">
						<p class="description"><?php esc_html_e( 'Such as https://api.acme.example.com/api', 'loyalty-elements' ); ?></p>
					</td>
				</tr>
				<tr>
					<th scope="row"><label for="loyalty-platform"><?php esc_html_e( 'Platform', 'loyalty-elements' ); ?></label></th>
					<td>
						<input class="regular-text" id="loyalty-platform" name="<?php echo esc_attr( SETTINGS ); ?>[platform]"
							value="<?php echo esc_attr( $settings['platform'] ); ?>">
						<p class="description"><?php esc_html_e( 'The name of this shop at the service.', 'loyalty-elements' ); ?></p>
					</td>
				</tr>
				<tr>
					<th scope="row"><label for="loyalty-secret"><?php esc_html_e( 'Secret', 'loyalty-elements' ); ?></label></th>
					<td>
						<?php if ( defined( 'LOYALTY_ELEMENTS_SECRET' ) ) : ?>
							<p><?php esc_html_e( 'Defined in wp-config.php.', 'loyalty-elements' ); ?></p>
						<?php else : ?>
							<input class="regular-text" type="password" autocomplete="new-password" id="loyalty-secret"
								name="<?php echo esc_attr( SECRET ); ?>" value="">
							<p class="description">
								<?php
								echo '' === secret()
									? esc_html__( 'Signs the ids of customers. Without it everybody is a guest.', 'loyalty-elements' )
									: esc_html__( 'A secret is stored. Leave the field empty to keep it.', 'loyalty-elements' );
								?>
								<?php esc_html_e( 'Safer: define LOYALTY_ELEMENTS_SECRET in wp-config.php.', 'loyalty-elements' ); ?>
							</p>
						<?php endif; ?>
					</td>
				</tr>
				<tr>
					<th scope="row"><?php esc_html_e( 'Options', 'loyalty-elements' ); ?></th>
					<td>
						<label>
							<input type="checkbox" name="<?php echo esc_attr( SETTINGS ); ?>[consent]" value="1" <?php checked( $settings['consent'] ); ?>>
							<?php esc_html_e( 'Customers join the programme with their account (only if its terms say so)', 'loyalty-elements' ); ?>
						</label><br>
						<label>
							<input type="checkbox" name="<?php echo esc_attr( SETTINGS ); ?>[heart]" value="1" <?php checked( $settings['heart'] ); ?>>
							<?php esc_html_e( 'A heart beside the cart button of each product (WooCommerce)', 'loyalty-elements' ); ?>
						</label><br>
						<label>
							<input type="checkbox" name="<?php echo esc_attr( SETTINGS ); ?>[grid_heart]" value="1" <?php checked( $settings['grid_heart'] ); ?>>
							<?php esc_html_e( 'A heart below each product in a grid (WooCommerce)', 'loyalty-elements' ); ?>
						</label>
					</td>
				</tr>
			</table>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}
